package dev.harbor.tools.a2a.server;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes names of texts and files. */
final class Hashes {

    private Hashes() {}

    static String hex(String text, int bytes) {
        return hex(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    static String hex(byte[] content, int bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return HexFormat.of().formatHex(digest, 0, bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
