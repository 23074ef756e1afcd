package dev.harbor.benchmarks.matrix;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Prints what the same tool object does with the same input, in other frameworks and in Harbor: {@code docs/reference/frameworks.md}. */
public final class FrameworkMatrix {

    private static final int LONGEST_CELL = 60;
    private static final int LARGE = 100_000;
    private static final List<Framework> PEERS =
            List.of(new LangChain4j(), new SpringAi(), new Adk(), new AgentScope());

    private FrameworkMatrix() {}

    /** Prints the table. */
    public static void main(String[] arguments) {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table());
    }

    static String table() {
        StringBuilder table = new StringBuilder("| the tool gets | ");
        PEERS.forEach(peer -> table.append(peer.name()).append(" | "));
        table.append("Harbor |\n|").append(" --- |".repeat(PEERS.size() + 2)).append('\n');
        for (Row row : Rows.ALL) {
            table.append("| ").append(row.what()).append(" | ");
            List<String> cells = new ArrayList<>();
            PEERS.forEach(peer -> cells.add(marked(row, cell(peer, row))));
            cells.add(cell(Harbor.ofLangChain4j(), row));
            table.append(String.join(" | ", cells)).append(" |\n");
        }
        return table.toString();
    }

    private static String marked(Row row, String cell) {
        // A peer that tells its model of an error and does not run the tool is as right as one that refuses.
        boolean isRefused = row.right().equals("refused") && cell.startsWith("error");
        return isRefused || row.isRight(cell) ? cell : "**" + cell + "**";
    }

    /** Returns what a framework did, in a few words. */
    static String cell(Framework framework, Row row) {
        Seen.clear();
        try {
            return told(framework.call(row.tools().get(), row.arguments()));
        } catch (Framework.Refused e) {
            return "not registered";
        } catch (Exception | StackOverflowError e) {
            return ran() + "ends the run: " + e.getClass().getSimpleName() + secret(String.valueOf(e.getMessage()));
        }
    }

    private static String told(Framework.Called called) {
        String seen = Seen.what();
        if (seen != null) {
            return shortened("runs " + seen) + (called.isError() ? ", error" : "");
        }
        if (called.isError()) {
            boolean isRefusal = called.text().startsWith("INVALID_ARGUMENTS");
            return isRefusal ? "refused" : "error" + (secret(called.text()).isEmpty() ? ", no secret" : ", with the secret");
        }
        if (called.text().startsWith("stub ")) {
            return "a reference";
        }
        return called.text().length() > LARGE
                ? called.text().length() + " characters"
                : shortened("told `" + called.text().replace('|', '/').replace("\n", " ") + "`");
    }

    private static String ran() {
        return Seen.what() == null ? "" : shortened("runs " + Seen.what()) + ", ";
    }

    private static String secret(String text) {
        return text.contains("hunter2") ? ", with the secret" : "";
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_CELL ? text : text.substring(0, LONGEST_CELL) + "...";
    }
}
