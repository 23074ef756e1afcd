package dev.harbor.examples.harness;

import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** The harness with a tool that does its work, leaves a mark, and then never ends, so that a test can end its process at that point. */
final class HeldHarness {

    static final String TOOL = "held.tool";
    static final String MARK = "held.mark";

    private HeldHarness() {}

    public static void main(String[] arguments) {
        Interference hold = HeldHarness::hold;
        Function<Workspace, List<Tool<?, ?>>> tools = hold.in(System.getProperty(TOOL));
        System.exit(new Harness(System.out, System.err, tools).run(arguments));
    }

    private static void hold(ToolContext context) throws IOException, InterruptedException {
        Files.createFile(Path.of(System.getProperty(MARK)));
        new CountDownLatch(1).await();
    }
}
