// A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol.

#include <iostream>
#include <random>
#include <string>

#include "citadels.hpp"

using namespace citadels;

class Bot {
public:
    explicit Bot(bool thrifty) : thrifty(thrifty) {}

    // Returns the line that answers a message, empty for one that is not answered.
    std::string answer(const Json &message)
    {
        std::string type = message["type"].text();
        if (type == "hello")
            return R"({"type":"hello","version":1,"name":"cpp"})";
        if (type == "game_start") {
            auto start = GameStart::from(message);
            std::seed_seq seed(start.bot_seed.begin(), start.bot_seed.end());
            dice.seed(seed);
            return R"({"type":"ready","game":")" + start.game + "\"}";
        }
        if (type == "request") {
            auto request = Request::from(message);
            return action(request.request, thrifty ? choose_thriftily(request) : choose(request));
        }
        if (type == "rejected")
            return action(Rejected::from(message).request, 0);
        return "";
    }

private:
    bool thrifty;
    std::mt19937_64 dice;

    static std::string action(const std::string &request, size_t choice)
    {
        return R"({"type":"action","request":")" + request + R"(","choice":)" + std::to_string(choice) + "}";
    }

    // Chooses any option.
    size_t choose(const Request &request) { return dice() % request.legal.size(); }

    // Collects and builds what it can, and draws cards only when its hand is empty.
    size_t choose_thriftily(const Request &request)
    {
        const OwnView &you = request.view.you;
        std::string gather = you.hand.empty() ? "gather_cards" : "gather_gold";
        for (const std::string &kind : {std::string("collect_income"), std::string("build"), gather,
                                        std::string("extra_gold"), std::string("extra_cards")})
            for (size_t number = 0; number < request.legal.size(); number++)
                if (request.legal[number]["kind"].text() == kind)
                    return number;
        return choose(request);
    }
};

int main(int count, char **arguments)
{
    Bot bot(count > 1 && std::string(arguments[1]) == "thrifty");
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        Json message = Json::parse(line);
        if (message["type"].text() == "shutdown")
            break;
        std::string answer = bot.answer(message);
        if (!answer.empty())
            std::cout << answer << std::endl; // endl flushes
    }
}
