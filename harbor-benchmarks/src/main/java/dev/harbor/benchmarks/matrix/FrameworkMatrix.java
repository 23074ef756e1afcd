package dev.harbor.benchmarks.matrix;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints what becomes of the same tool object and the same input in other frameworks and in Harbor, side by side, for {@code docs/reference/frameworks.md}. */
public final class FrameworkMatrix {

    static final List<Framework> PEERS = List.of(new LangChain4j(), new SpringAi(), new Adk(), new AgentScope());
    static final List<Framework> HARBOR = List.of(Harbor.ofLangChain4j(), Harbor.ofSpringAi());

    private FrameworkMatrix() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table());
    }

    static String table() {
        List<Framework> all = Stream.concat(PEERS.stream(), HARBOR.stream()).toList();
        String head = line("the tool gets", all, Framework::name);
        String rule = line("---", all, framework -> "---");
        return Stream.concat(
                        Stream.of(head, rule),
                        Rows.ALL.stream().map(row -> line(row.what(), all, framework -> marked(row, framework))))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String line(String first, List<Framework> all, Function<Framework, String> cell) {
        return all.stream().map(cell).collect(Collectors.joining(" | ", "| " + first + " | ", " |"));
    }

    private static String marked(Row row, Framework framework) {
        String cell = Cell.of(framework, row);
        return row.isRight(cell) || cell.equals(Cell.NOT_ASKED) || cell.equals(Cell.TAKES_ONE)
                ? cell
                : "**" + cell + "**";
    }
}
