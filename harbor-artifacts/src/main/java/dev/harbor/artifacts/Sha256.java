package dev.harbor.artifacts;

import dev.harbor.artifact.ArtifactRef;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Hashes content, and the values of scopes. */
final class Sha256 {

    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }

    static ArtifactRef ref(byte[] content) {
        MessageDigest digest = digest();
        digest.update(content);
        return ref(digest);
    }

    static ArtifactRef ref(MessageDigest finished) {
        return new ArtifactRef(ArtifactRef.PREFIX + HexFormat.of().formatHex(finished.digest()));
    }

    /** Returns 64 hex digits for a text. Its UTF-16 units are hashed, because UTF-8 makes one of all unpaired surrogates. */
    static String hex(String text) {
        MessageDigest digest = digest();
        byte[] units = new byte[2 * text.length()];
        for (int i = 0; i < text.length(); i++) {
            units[2 * i] = (byte) (text.charAt(i) >> 8);
            units[2 * i + 1] = (byte) text.charAt(i);
        }
        return HexFormat.of().formatHex(digest.digest(units));
    }
}
