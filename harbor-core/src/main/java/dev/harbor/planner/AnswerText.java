package dev.harbor.planner;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JSON in what a model said: the whole text, or what is left of it without reasoning and fences, or the one action in the midst of prose. What is cut
 * off or ambiguous is not guessed at.
 */
final class AnswerText {

    /** The most places in prose at which JSON is looked for, so that a hostile text costs no more than a long one. */
    private static final int MAX_PLACES = 64;

    private static final Pattern FENCE = Pattern.compile("(?m)^[ \\t]*(```|~~~)[\\w+-]*[ \\t]*\\r?$");

    private AnswerText() {}

    /**
     * Returns the documents of an answer, of which there is at least one.
     *
     * @throws NoAction if there is none, or no telling which is meant
     */
    static List<Json> documents(String answer) throws NoAction {
        String text = answer.strip();
        if (text.isEmpty()) {
            throw NoAction.because("the answer is empty");
        }
        List<Json> whole = isJsonLike(text) ? sequence(text) : List.of();
        return whole.isEmpty() ? inside(text) : whole;
    }

    private static List<Json> inside(String text) throws NoAction {
        String said = Reasoning.strip(text).strip();
        if (said.isEmpty()) {
            throw NoAction.because("the answer is nothing but reasoning");
        }
        String bare = FENCE.matcher(said).replaceAll("").strip();
        List<Json> whole = isJsonLike(bare) ? sequence(bare) : List.of();
        return whole.isEmpty() ? List.of(inProse(said)) : whole;
    }

    private static boolean isJsonLike(String text) {
        return text.startsWith("{") || text.startsWith("[");
    }

    /** Returns documents that follow one another, with nothing but white space and commas between them; none if the text is not of that form. */
    private static List<Json> sequence(String text) {
        List<Json> found = new ArrayList<>();
        for (int at = 0; at < text.length(); at = skipped(text, at)) {
            int end = isJsonLike(text.substring(at, at + 1)) ? JsonSpan.end(text, at) : JsonSpan.BROKEN;
            Json document = end < 0 ? null : document(text.substring(at, end));
            if (document == null) {
                return List.of();
            }
            found.add(document);
            at = end;
        }
        return found;
    }

    private static int skipped(String text, int from) {
        int at = from;
        while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == ',')) {
            at++;
        }
        return at;
    }

    private static @Nullable Json document(String text) {
        try {
            return parsed(text);
        } catch (MalformedJsonException e) {
            return null;
        }
    }

    private static Json parsed(String text) {
        try {
            return Json.parse(text);
        } catch (MalformedJsonException strict) {
            String mended = LooseJson.mend(text);
            if (mended.equals(text)) {
                throw strict;
            }
            return Json.parse(mended);
        }
    }

    /** What is inside JSON that is cut off or malformed is not looked at: half of what was meant must not be done. */
    private static Json inProse(String text) throws NoAction {
        Json found = null;
        String problem = null;
        int at = nextBracket(text, 0);
        for (int place = 0; place < MAX_PLACES && at < text.length(); place++) {
            int end = JsonSpan.end(text, at);
            Json document = end < 0 ? null : document(text.substring(at, end));
            boolean isMeant = text.charAt(at) == '{' || opensObject(text, at);
            if (document == null && isMeant) {
                problem = problem == null ? problemAt(text, at, end) : problem;
            }
            found = document == null ? found : oneOf(found, document);
            at = nextBracket(text, document == null && !isMeant ? at + 1 : end < 0 ? text.length() : end);
        }
        if (found == null) {
            throw none(text, problem);
        }
        return found;
    }

    private static @Nullable Json oneOf(@Nullable Json found, Json document) throws NoAction {
        if (!Shape.isActionLike(document)) {
            return found;
        }
        if (found != null) {
            throw NoAction.because(
                    "the answer has text and several actions in it; answer with one JSON object and nothing else");
        }
        return document;
    }

    private static boolean opensObject(String text, int bracket) {
        int at = skipped(text, bracket + 1);
        return at < text.length() && text.charAt(at) == '{';
    }

    private static NoAction none(String text, @Nullable String problem) {
        if (problem != null) {
            return NoAction.because(problem);
        }
        return text.indexOf('{') < 0
                ? NoAction.plainText()
                : NoAction.because("the answer has no object with an \"action\"");
    }

    private static int nextBracket(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '{' && text.charAt(at) != '[') {
            at++;
        }
        return at;
    }

    private static String problemAt(String text, int at, int end) {
        if (end == JsonSpan.OPEN) {
            return "the JSON is cut off: an object that was begun is not closed";
        }
        if (end == JsonSpan.BROKEN) {
            return "the brackets of the JSON don't match, or are nested too deeply";
        }
        try {
            parsed(text.substring(at, end));
            return "the JSON could not be read";
        } catch (MalformedJsonException e) {
            return "the JSON is malformed: " + e.getMessage();
        }
    }
}
