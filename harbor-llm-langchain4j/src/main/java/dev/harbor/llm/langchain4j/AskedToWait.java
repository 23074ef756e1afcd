package dev.harbor.llm.langchain4j;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Says that a provider failed and when to ask it again; the message is what it said. */
final class AskedToWait extends IOException {

    private static final long serialVersionUID = 1L;
    private static final int MOST_BYTES = 4096;

    private final int status;
    private final Duration retryAfter;

    private AskedToWait(int status, String said, Duration retryAfter) {
        super(said);
        this.status = status;
        this.retryAfter = retryAfter;
    }

    static AskedToWait by(HttpResponse<?> response, Duration retryAfter) {
        return new AskedToWait(response.statusCode(), said(response.body()), retryAfter);
    }

    int status() {
        return status;
    }

    Duration retryAfter() {
        return retryAfter;
    }

    /** LangChain4j reads answers as bytes or as a stream, which nobody closes any more. */
    private static String said(Object body) {
        if (body instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (!(body instanceof InputStream stream)) {
            return "";
        }
        try (stream) {
            return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(what it said broke off: " + e.getClass().getSimpleName() + ")";
        }
    }
}
