package dev.harbor.json;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;

/** Says what to do instead of a type that is not supported. */
final class UnsupportedReason {

    private UnsupportedReason() {}

    static String of(Class<?> type) {
        return type.getTypeName() + " is not supported; " + instead(type);
    }

    private static String instead(Class<?> type) {
        if (type == Object.class || type == Number.class) {
            return "use Json for a value of any kind";
        }
        if (Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)) {
            return "wait for the value and return that";
        }
        if (Collection.class.isAssignableFrom(type) || type == Iterable.class) {
            return "use List or Set";
        }
        if (Map.class.isAssignableFrom(type)) {
            return "use Map";
        }
        if (type.isInterface()) {
            return "an interface has to be sealed and permit records only";
        }
        return "use a record, or give a codec of your own to CodecFactory.with";
    }
}
