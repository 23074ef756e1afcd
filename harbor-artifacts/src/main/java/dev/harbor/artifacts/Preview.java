package dev.harbor.artifacts;

import dev.harbor.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Shows the beginning of a heavy value: of an object its small members and the sizes of the others, of anything else the first part of its text. */
final class Preview {

    private static final int MAX_MEMBER_BYTES = 1024;
    private static final int MARKER_BYTES = 64;

    private Preview() {}

    /** Returns a preview that takes at most so many bytes inside a JSON string. */
    static String of(Json value, byte[] utf8, int maxBytes) {
        return switch (value.kind()) {
            case OBJECT -> ofMembers(unwrapped(value.members()), maxBytes);
            case STRING -> ofString(utf8, maxBytes);
            default -> ofText(start(utf8, maxBytes), maxBytes, utf8.length);
        };
    }

    private static Map<String, Json> unwrapped(Map<String, Json> members) {
        Json only = members.size() == 1 ? members.values().iterator().next() : Json.NULL;
        if (only.kind() != Json.Kind.OBJECT) {
            return members;
        }
        Map<String, Json> inside = only.members();
        return inside.size() > 1 ? inside : members;
    }

    private static String ofMembers(Map<String, Json> members, int maxBytes) {
        int maxMember = Math.min(MAX_MEMBER_BYTES, maxBytes / 4);
        long left = (long) maxBytes - MARKER_BYTES;
        StringBuilder shown = new StringBuilder("{");
        int count = 0;
        for (Map.Entry<String, Json> member : members.entrySet()) {
            String text = (count == 0 ? "" : ",") + name(member.getKey(), maxMember) + ":"
                    + value(member.getValue(), maxMember);
            left -= Escaped.bytes(text);
            if (left < 0) {
                return shown.append(" ... [")
                        .append(members.size() - count)
                        .append(" more members]")
                        .toString();
            }
            shown.append(text);
            count++;
        }
        return shown.append('}').toString();
    }

    private static String name(String name, int maxBytes) {
        String shown = Escaped.prefix(name, maxBytes / 2);
        return Json.string(shown.length() == name.length() ? name : shown + "...")
                .toString();
    }

    private static String value(Json value, int maxBytes) {
        return value.sizeBytes() <= maxBytes
                ? value.compact().toString()
                : "\"[" + value.sizeBytes() + " bytes omitted]\"";
    }

    private static String ofString(byte[] utf8, int maxBytes) {
        String plain = QuotedPrefix.plain(utf8, maxBytes - MARKER_BYTES);
        return plain == null
                ? ofText(QuotedPrefix.of(utf8, maxBytes), maxBytes, utf8.length)
                : marked(plain, utf8.length);
    }

    private static String ofText(String text, int maxBytes, int wholeBytes) {
        String shown = Escaped.prefix(text, Math.max(0, maxBytes - MARKER_BYTES));
        return marked(shown, wholeBytes);
    }

    private static String marked(String shown, int wholeBytes) {
        return shown + "... [the beginning of " + wholeBytes + " bytes]";
    }

    /** Decodes the first bytes; what is left of a code point at the cut is left out. */
    private static String start(byte[] utf8, int maxBytes) {
        int end = Math.min(utf8.length, maxBytes);
        while (end < utf8.length && end > 0 && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(utf8, 0, end, StandardCharsets.UTF_8);
    }
}
