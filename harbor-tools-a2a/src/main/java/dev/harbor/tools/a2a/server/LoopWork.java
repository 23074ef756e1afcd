package dev.harbor.tools.a2a.server;

import dev.harbor.loop.LoopDefinition;
import dev.harbor.loop.LoopInput;
import java.util.Objects;
import java.util.function.Function;

/** Has each conversation be a loop, and each task a turn of it. */
record LoopWork(LoopDefinition definition, Function<A2aMessage, LoopInput> input) implements Work {

    private static final String WORDLESS = "(no words; see what came along)";

    @Override
    public void check(A2aMessage message) {
        Objects.requireNonNull(input.apply(message), "input");
    }

    /** Says what the message says, with data, files and links as content. */
    static LoopInput inputOf(A2aMessage message) {
        String text = message.text().isBlank() ? WORDLESS : message.text();
        return LoopInput.of(text).content(message.input());
    }
}
