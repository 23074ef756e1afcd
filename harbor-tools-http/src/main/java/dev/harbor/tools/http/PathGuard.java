package dev.harbor.tools.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Sees where a path would lead elsewhere than its template says. */
final class PathGuard {

    /** How often a chain of servers may unescape a path. */
    private static final int ROUNDS = 3;

    private PathGuard() {}

    /** Tells whether text has a segment that means "here" or "up", in whatever spelling a server may read so. */
    static boolean climbs(String text) {
        String read = text;
        for (int round = 0; round < ROUNDS; round++) {
            if (hasDots(read)) {
                return true;
            }
            read = unescaped(read);
        }
        return hasDots(read);
    }

    private static boolean hasDots(String path) {
        for (String segment : path.split("[/\\\\]", -1)) {
            int end = segment.indexOf(';');
            String name = end < 0 ? segment : segment.substring(0, end);
            if (name.equals(".") || name.equals("..")) {
                return true;
            }
        }
        return false;
    }

    private static String unescaped(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(text.length());
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
            if (low >= 0) {
                out.write(high * 16 + low);
                i += 2;
            } else {
                out.write(bytes[i]);
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
