import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** A bot for Citadels. `choose` is the place for ideas; all else keeps the protocol. */
public final class Bot {
    private final boolean thrifty;
    private Random dice = new Random();

    private Bot(boolean thrifty) {
        this.thrifty = thrifty;
    }

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot(arguments.length > 0 && arguments[0].equals("thrifty"));
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Json message = Json.parse(line);
            if (message.get("type").text().equals("shutdown")) break;
            String answer = bot.answer(message);
            if (answer != null) {
                System.out.println(answer);
                System.out.flush();
            }
        }
    }

    /** Returns the line that answers a message, null for one that is not answered. */
    private String answer(Json message) {
        switch (message.get("type").text()) {
            case "hello":
                return "{\"type\":\"hello\",\"version\":1,\"name\":\"java\"}";
            case "game_start":
                var start = Citadels.GameStart.from(message);
                dice = new Random(start.botSeed().hashCode());
                return "{\"type\":\"ready\",\"game\":\"" + start.game() + "\"}";
            case "request":
                var request = Citadels.Request.from(message);
                return action(request.request(), thrifty ? chooseThriftily(request) : choose(request));
            case "rejected":
                return action(Citadels.Rejected.from(message).request(), 0);
            default:
                return null;
        }
    }

    private static String action(String request, int choice) {
        return "{\"type\":\"action\",\"request\":\"" + request + "\",\"choice\":" + choice + "}";
    }

    /** Chooses any option. */
    private int choose(Citadels.Request request) {
        return dice.nextInt(request.legal().size());
    }

    /** Collects and builds what it can, and draws cards only when its hand is empty. */
    private int chooseThriftily(Citadels.Request request) {
        Citadels.OwnView you = request.view().you();
        String gather = you.hand().isEmpty() ? "gather_cards" : "gather_gold";
        List<String> kinds = request.legal().stream().map(option -> option.get("kind").text()).toList();
        for (String kind : List.of("collect_income", "build", gather, "extra_gold", "extra_cards")) {
            if (kinds.contains(kind)) return kinds.indexOf(kind);
        }
        return choose(request);
    }
}
