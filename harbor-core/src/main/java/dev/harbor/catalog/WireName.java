package dev.harbor.catalog;

import dev.harbor.tool.ToolId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Spells one tool in the characters that every model provider takes. */
final class WireName {

    /** How many more digits of the hash each try takes. */
    static final int DIGITS = 8;

    /** With so many digits nothing is left of the name. */
    static final int MAX_DIGITS = 56;

    /** Stands for a name of which no character is left. */
    private static final String NAMELESS = "tool";

    private WireName() {}

    /** Returns the name with every other character replaced, or null if that is too long or says nothing. */
    static @Nullable String natural(ToolId id) {
        String spelled = spell(id.name());
        return spelled.length() <= WireNames.MAX_LENGTH && saysSomething(spelled) ? spelled : null;
    }

    /** Returns the start of the name and some digits of the hash of the id. */
    static String suffixed(ToolId id, int digits) {
        String spelled = spell(id.name());
        String base = saysSomething(spelled) ? spelled : NAMELESS;
        String start = base.substring(0, Math.min(base.length(), WireNames.MAX_LENGTH - 1 - digits));
        return start + '_' + hash(id).substring(0, digits);
    }

    private static String spell(String name) {
        StringBuilder spelled = new StringBuilder(name.length());
        name.codePoints().forEach(point -> spelled.append(isLegal(point) ? (char) point : '_'));
        return spelled.toString();
    }

    private static boolean isLegal(int point) {
        return isLetterOrDigit(point) || point == '_' || point == '-';
    }

    private static boolean saysSomething(String spelled) {
        return spelled.chars().anyMatch(WireName::isLetterOrDigit);
    }

    private static boolean isLetterOrDigit(int point) {
        return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z') || (point >= '0' && point <= '9');
    }

    private static String hash(ToolId id) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(id.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
