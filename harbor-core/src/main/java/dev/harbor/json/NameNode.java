package dev.harbor.json;

import org.jspecify.annotations.Nullable;

/** Is written as a JSON string, and so can be the key of a map too. */
abstract class NameNode extends Node {

    /** Returns the value that a text stands for. */
    abstract Object parse(JsonReader in, String text);

    /** Returns the text that stands for a value. */
    abstract String print(JsonWriter out, Object value);

    @Override
    final @Nullable Object read(JsonReader in) {
        return parse(in, in.string());
    }

    @Override
    final void writePresent(JsonWriter out, Object value) {
        out.string(print(out, value));
    }

    @Override
    final boolean differsLikeJava() {
        return true;
    }
}
