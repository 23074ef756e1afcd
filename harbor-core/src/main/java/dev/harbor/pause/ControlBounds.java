package dev.harbor.pause;

import dev.harbor.json.Json;

/** Holds the payload of a control to its bounds. */
final class ControlBounds {

    private ControlBounds() {}

    static void check(Json payload) {
        require(payload.kind() == Json.Kind.OBJECT, "the payload of a control is an object, got " + payload.kind());
        atMost("bytes of a payload", payload.sizeBytes(), Control.MAX_BYTES);
        check(payload, 1);
    }

    private static void check(Json value, int depth) {
        switch (value.kind()) {
            case OBJECT -> {
                atMost("levels of a payload", depth, Control.MAX_DEPTH);
                atMost("members of an object", value.members().size(), Control.MAX_MEMBERS);
                value.members().keySet().forEach(ControlBounds::checkText);
                value.members().values().forEach(member -> check(member, depth + 1));
            }
            case ARRAY -> {
                atMost("levels of a payload", depth, Control.MAX_DEPTH);
                atMost("elements of a list", value.elements().size(), Control.MAX_ELEMENTS);
                value.elements().forEach(element -> check(element, depth + 1));
            }
            case STRING -> checkText(value.asString());
            default -> {
                // other scalars are bounded by the bytes of the whole
            }
        }
    }

    private static void checkText(String text) {
        atMost("characters of a string", text.codePointCount(0, text.length()), Control.MAX_STRING_LENGTH);
    }

    private static void atMost(String what, long is, long most) {
        require(is <= most, what + " are at most " + most + ", got " + is);
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
