import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A JSON value. What is not there is null, and null is an empty text, 0, false and an empty list. */
final class Json {
    private static final Json NULL = new Json(null);

    private final Object value;

    private Json(Object value) {
        this.value = value;
    }

    /** Reads one value; the text must be well-formed, as the referee's lines are. */
    static Json parse(String text) {
        return new Reader(text).value();
    }

    Json get(String field) {
        return value instanceof Map<?, ?> fields && fields.get(field) instanceof Json json ? json : NULL;
    }

    String text() {
        return value instanceof String text ? text : "";
    }

    int number() {
        return value instanceof Double number ? number.intValue() : 0;
    }

    boolean flag() {
        return Boolean.TRUE.equals(value);
    }

    <T> List<T> list(Function<Json, T> read) {
        List<T> all = new ArrayList<>();
        if (value instanceof List<?> items) {
            for (Object item : items) all.add(read.apply((Json) item));
        }
        return all;
    }

    <T> T maybe(Function<Json, T> read) {
        return value == null ? null : read.apply(this);
    }

    private static final class Reader {
        private final String text;
        private int at = 0;

        Reader(String text) {
            this.text = text;
        }

        Json value() {
            return switch (peek()) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> new Json(string());
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private char peek() {
            while (Character.isWhitespace(text.charAt(at))) at++;
            return text.charAt(at);
        }

        /** Whether `sign` comes next, which is passed over then. */
        private boolean take(char sign) {
            boolean there = peek() == sign;
            if (there) at++;
            return there;
        }

        private Json object() {
            Map<String, Json> fields = new HashMap<>();
            at++;
            while (!take('}')) {
                peek();
                String name = string();
                take(':');
                fields.put(name, value());
                take(',');
            }
            return new Json(fields);
        }

        private Json array() {
            List<Json> items = new ArrayList<>();
            at++;
            while (!take(']')) {
                items.add(value());
                take(',');
            }
            return new Json(items);
        }

        private String string() {
            StringBuilder read = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                char sign = text.charAt(at);
                read.append(sign == '\\' ? escaped() : sign);
            }
            at++;
            return read.toString();
        }

        private char escaped() {
            char sign = text.charAt(++at);
            if (sign == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            int place = "bfnrt".indexOf(sign);
            return place < 0 ? sign : "\b\f\n\r\t".charAt(place);
        }

        private Json number() {
            int start = at;
            while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
            return new Json(Double.valueOf(text.substring(start, at)));
        }

        private Json word(String word, Boolean meaning) {
            at += word.length();
            return new Json(meaning);
        }
    }
}
