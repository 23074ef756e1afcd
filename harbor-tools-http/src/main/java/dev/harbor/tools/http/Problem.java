package dev.harbor.tools.http;

import dev.harbor.error.HarborException;
import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import dev.harbor.net.MediaType;
import dev.harbor.net.NetException;
import dev.harbor.net.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what a service says about its refusal: the words of problem details, a message in JSON, or plain text; little of it, and no secret. */
final class Problem {

    /** The most bytes that a message holds of an answer. */
    static final int MOST_BYTES = 256;

    private static final int READ_BYTES = 32 << 10;

    /** How long the words of a service are waited for: the status is known, and who waits for them too long would not hear of it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private Problem() {}

    /** Returns the words; empty if there are none that can be read. */
    static String text(Reply reply, SecretScrub scrub, Optional<Duration> remaining) {
        Duration half = remaining.map(left -> left.dividedBy(2)).orElse(PATIENCE);
        reply.hurry(half.compareTo(PATIENCE) < 0 ? half : PATIENCE);
        try {
            byte[] read = reply.body().readNBytes(READ_BYTES);
            String text = new String(read, StandardCharsets.UTF_8);
            return safe(scrub.clean(words(text, reply.mediaType())));
        } catch (NetException | IOException e) {
            // The status is what counts; what was to explain it did not come.
            return "";
        }
    }

    private static String words(String text, Optional<MediaType> type) {
        if (type.filter(MediaType::isJson).isPresent()) {
            return said(text);
        }
        boolean plain = type.filter(each -> each.essence().equals("text/plain")).isPresent();
        return plain ? text : "";
    }

    private static String said(String text) {
        try {
            Json json = Json.parse(text);
            String problem = Stream.of("/title", "/detail")
                    .flatMap(pointer -> string(json, pointer))
                    .distinct()
                    .collect(Collectors.joining(": "));
            if (!problem.isEmpty()) {
                return problem;
            }
            return Stream.of("/message", "/error_description", "/error/message", "/error", "/errors/0/message")
                    .flatMap(pointer -> string(json, pointer))
                    .findFirst()
                    .orElse(text);
        } catch (HarborException e) {
            return text;
        }
    }

    private static Stream<String> string(Json json, String pointer) {
        return json
                .at(pointer)
                .filter(each -> each.kind() == Json.Kind.STRING)
                .map(Json::asString)
                .filter(each -> !each.isBlank())
                .stream();
    }

    /** Returns foreign text on one line, without secrets, in at most {@value #MOST_BYTES} bytes. */
    private static String safe(String foreign) {
        StringBuilder plain = new StringBuilder();
        foreign.codePoints().limit(4L * MOST_BYTES).forEach(c -> plain.appendCodePoint(isPlain(c) ? c : ' '));
        String redacted = Redactor.standard().redact(plain.toString().strip());
        StringBuilder bounded = new StringBuilder();
        int bytes = 0;
        for (int c : redacted.codePoints().toArray()) {
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MOST_BYTES) {
                break;
            }
            bounded.appendCodePoint(c);
        }
        return bounded.toString();
    }

    private static boolean isPlain(int c) {
        int type = Character.getType(c);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }
}
