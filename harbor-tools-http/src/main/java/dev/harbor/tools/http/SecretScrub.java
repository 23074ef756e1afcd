package dev.harbor.tools.http;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;

/** Takes the credentials of a request out of what comes back: a service that echoes them would put them before a model and into a journal. Immutable. */
final class SecretScrub {

    static final String PLACEHOLDER = "***";

    /** Shorter ones would tear holes into every text. */
    private static final int SHORTEST = 8;

    private static final SecretScrub NOTHING = new SecretScrub(List.of());

    private final List<String> secrets;

    private SecretScrub(List<String> secrets) {
        this.secrets = secrets;
    }

    static SecretScrub of(List<String> spellings) {
        if (spellings.isEmpty()) {
            return NOTHING;
        }
        return new SecretScrub(spellings.stream()
                .filter(each -> each.length() >= SHORTEST)
                .distinct()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    String clean(String text) {
        String clean = text;
        for (String secret : secrets) {
            clean = clean.replace(secret, PLACEHOLDER);
        }
        return clean;
    }

    InputStream clean(InputStream content) {
        InputStream clean = content;
        for (String secret : secrets) {
            clean = new ScrubbedStream(clean, secret.getBytes(StandardCharsets.UTF_8));
        }
        return clean;
    }
}
