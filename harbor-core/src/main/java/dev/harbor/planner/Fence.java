package dev.harbor.planner;

import dev.harbor.catalog.RemoteText;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Puts text from outside between two lines that tell a model that it is data. The lines carry a mark that is made of the run and the text itself and does not
 * occur in the text, so that nothing in the text can close the fence, and the same text has the same fence in every turn. ADR 53.
 */
final class Fence {

    private static final int MARK_LENGTH = 16;

    private final String runId;
    private final int maxBytes;

    Fence(String runId, int maxBytes) {
        this.runId = runId;
        this.maxBytes = maxBytes;
    }

    /** Returns the parts of a prompt that show a text, with a heading that is Harbor's own. */
    List<String> around(String heading, String text) {
        String clean = RemoteText.clean(text);
        String mark = mark(clean);
        List<String> parts = new ArrayList<>();
        parts.add(heading + "\n<<<data " + mark);
        parts.addAll(Shortened.pieces(maxBytes, clean.isEmpty() ? "(empty)" : clean));
        parts.add("data " + mark + ">>>");
        return parts;
    }

    private String mark(String text) {
        String mark = digest(text);
        while (text.contains(mark)) {
            mark = digest(mark + text);
        }
        return mark;
    }

    private String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(runId.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            byte[] digest = sha.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, MARK_LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
