package dev.harbor.dispatch;

import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/** Is a tool in tests of the shell: code, and a count of how often it was invoked. */
final class TestTool implements ToolInvoker<String, String> {

    private final Code code;
    private final AtomicInteger invoked = new AtomicInteger();

    /** What the tool does. */
    @FunctionalInterface
    interface Code {

        String run(ToolContext context) throws Exception;
    }

    private TestTool(Code code) {
        this.code = code;
    }

    static TestTool of(Code code) {
        return new TestTool(code);
    }

    /** Returns a tool that throws one thing after another, and answers {@code ok} when there is nothing left. */
    static TestTool throwing(Throwable... all) {
        Queue<Throwable> left = new ArrayDeque<>(Arrays.asList(all));
        return of(context -> {
            Throwable next = left.poll();
            if (next instanceof Error error) {
                throw error;
            }
            if (next instanceof Exception exception) {
                throw exception;
            }
            return "ok";
        });
    }

    /** Returns a tool that always throws the same. */
    static TestTool alwaysThrowing(Exception failure) {
        return of(context -> {
            throw failure;
        });
    }

    static ToolDefinition definition(SideEffect effect) {
        return ToolDefinition.builder(ToolId.of("test.tool"), Json.EMPTY_OBJECT)
                .effect(effect)
                .build();
    }

    static ToolDefinition idempotent(SideEffect effect) {
        return definition(effect).toBuilder().idempotent(true).build();
    }

    int invoked() {
        return invoked.get();
    }

    ShellResult<String> run(SideEffect effect, ToolPolicy policy, ShellServices services, ShellCall call) {
        return run(AttemptShell.of(definition(effect), policy, services), call);
    }

    ShellResult<String> run(AttemptShell shell, ShellCall call) {
        return shell.run(this, "input", call);
    }

    @Override
    public String decode(Json arguments) {
        return arguments.toString();
    }

    @Override
    public Json encodeInput(String input) {
        return Json.of(input);
    }

    @Override
    public ToolOutput<String> invoke(String input, ToolContext context) throws Exception {
        invoked.incrementAndGet();
        return ToolOutput.of(code.run(context));
    }

    @Override
    public Json encodeResult(String value, boolean validate) {
        return Json.of(value);
    }
}
