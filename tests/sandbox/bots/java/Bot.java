import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Plays the first legal choice; reads of each line no more than it needs. */
public class Bot {
    private static final Pattern TYPE = Pattern.compile("^\\{\"type\":\"(\\w+)\"");

    public static void main(String[] arguments) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher type = TYPE.matcher(line);
            String answer = type.find() ? answer(type.group(1), line) : null;
            if (answer != null) {
                System.out.println(answer);
                System.out.flush();
            }
        }
    }

    private static String answer(String type, String line) {
        return switch (type) {
            case "hello" -> "{\"type\":\"hello\",\"version\":1,\"name\":\"java\"}";
            case "game_start" -> "{\"type\":\"ready\",\"game\":" + field("game", line) + "}";
            case "request" -> "{\"type\":\"action\",\"request\":" + field("request", line) + ",\"choice\":0}";
            default -> null;
        };
    }

    private static String field(String name, String line) {
        Matcher value = Pattern.compile("\"" + name + "\":(\"[^\"]*\")").matcher(line);
        return value.find() ? value.group(1) : "null";
    }
}
