// A JSON reader. What is not there is null, and null is an empty text, 0, false and an empty list.
#pragma once

#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

class Json {
public:
    // Reads one value; the text must be well-formed, as the referee's lines are.
    static Json parse(const std::string &text)
    {
        const char *at = text.c_str();
        return read(at);
    }

    const Json &operator[](const std::string &field) const
    {
        static const Json null;
        auto fields = std::get_if<Object>(&value);
        auto found = fields ? fields->find(field) : Object::const_iterator();
        return fields && found != fields->end() ? found->second : null;
    }

    std::string text() const
    {
        auto text = std::get_if<std::string>(&value);
        return text ? *text : "";
    }

    long number() const
    {
        auto number = std::get_if<double>(&value);
        return number ? static_cast<long>(*number) : 0;
    }

    bool flag() const
    {
        auto flag = std::get_if<bool>(&value);
        return flag && *flag;
    }

    Json copy() const { return *this; }

    template <class Read> auto list(Read read) const
    {
        std::vector<std::decay_t<std::invoke_result_t<Read, const Json &>>> all;
        if (auto items = std::get_if<List>(&value))
            for (const Json &item : *items)
                all.push_back(std::invoke(read, item));
        return all;
    }

    template <class Read> auto maybe(Read read) const
    {
        using Value = std::decay_t<std::invoke_result_t<Read, const Json &>>;
        bool there = !std::holds_alternative<std::monostate>(value);
        return there ? std::optional<Value>(std::invoke(read, *this)) : std::nullopt;
    }

private:
    using List = std::vector<Json>;
    using Object = std::map<std::string, Json>;

    std::variant<std::monostate, bool, double, std::string, List, Object> value;

    static void skip_space(const char *&at)
    {
        while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
            at++;
    }

    // Whether `sign` comes next, which is passed over then; the end of the text ends everything.
    static bool take(const char *&at, char sign)
    {
        skip_space(at);
        bool there = *at == sign || *at == '\0';
        at += there && *at != '\0';
        return there;
    }

    static Json read(const char *&at)
    {
        Json json;
        skip_space(at);
        switch (*at) {
        case '{': json.value = read_object(at); break;
        case '[': json.value = read_list(at); break;
        case '"': json.value = read_text(at); break;
        case 't': json.value = true; at += 4; break;
        case 'f': json.value = false; at += 5; break;
        case 'n': at += 4; break;
        default: json.value = read_number(at);
        }
        return json;
    }

    static Object read_object(const char *&at)
    {
        Object fields;
        for (at++; !take(at, '}'); take(at, ',')) {
            std::string name = read_text(at);
            take(at, ':');
            fields[name] = read(at);
        }
        return fields;
    }

    static List read_list(const char *&at)
    {
        List items;
        for (at++; !take(at, ']'); take(at, ','))
            items.push_back(read(at));
        return items;
    }

    static double read_number(const char *&at)
    {
        char *end;
        double number = std::strtod(at, &end);
        at = end == at ? at + 1 : end;
        return number;
    }

    static std::string read_text(const char *&at)
    {
        std::string text;
        for (at++; *at != '"' && *at != '\0'; at++)
            if (*at == '\\')
                read_escape(at, text);
            else
                text += *at;
        at += *at == '"';
        return text;
    }

    // Leaves `at` on the last sign of the escape.
    static void read_escape(const char *&at, std::string &text)
    {
        static const std::string names = "bfnrt", meanings = "\b\f\n\r\t";
        char sign = *++at;
        size_t place = names.find(sign);
        if (sign == 'u')
            append(text, read_unit(at));
        else
            text += place == std::string::npos ? sign : meanings[place];
    }

    // Reads the code point of \uXXXX, or of a pair of them; `at` is on the u.
    static unsigned long read_unit(const char *&at)
    {
        unsigned long unit = std::strtoul(std::string(at + 1, 4).c_str(), nullptr, 16);
        at += 4;
        if (unit < 0xd800 || unit > 0xdbff || at[1] != '\\' || at[2] != 'u')
            return unit;
        unsigned long low = std::strtoul(std::string(at + 3, 4).c_str(), nullptr, 16);
        at += 6;
        return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }

    // Appends a code point in UTF-8.
    static void append(std::string &text, unsigned long point)
    {
        if (point < 0x80) {
            text += static_cast<char>(point);
            return;
        }
        int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        text += static_cast<char>((0xf00 >> more & 0xff) | point >> 6 * more);
        while (more-- > 0)
            text += static_cast<char>(0x80 | (point >> 6 * more & 0x3f));
    }
};
