package dev.harbor.tools.http;

import java.nio.charset.StandardCharsets;

/** Writes the values of cookies. */
final class Cookies {

    private Cookies() {}

    /** Escapes what may not stand in a cookie, so that no value can become another cookie. */
    static String value(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0x20 && b < 0x7f && "\",;\\%".indexOf(b) < 0) {
                out.append((char) b);
            } else {
                out.append(Escaping.triplet(b));
            }
        }
        return out.toString();
    }
}
