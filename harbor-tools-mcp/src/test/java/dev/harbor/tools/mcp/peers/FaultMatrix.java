package dev.harbor.tools.mcp.peers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs three clients over every fault and writes a table: ours, the official SDK's and LangChain4j's, each in a process of its own, side by side. A program,
 * since the others hang in some of the faults: {@code ./mvnw test -Pmatrix -DskipTests -pl harbor-tools-mcp -am}.
 */
public final class FaultMatrix {

    private static final List<String> CLIENTS = List.of("Harbor", "SDK", "LangChain4j");

    private FaultMatrix() {}

    /** Writes the table to a file: its name, and, if wanted, the names of the faults. */
    public static void main(String[] args) throws Exception {
        Map<String, String> faults = faults(List.of(args).subList(1, args.length));
        List<List<String>> columns = columns(List.copyOf(faults.keySet()));
        Files.write(Path.of(args[0]), table(List.copyOf(faults.values()), columns));
        System.exit(0);
    }

    /** Returns what is tried, and what that is in words. */
    private static Map<String, String> faults(List<String> only) {
        Map<String, String> faults = new LinkedHashMap<>();
        Arrays.stream(StdioFault.values())
                .filter(fault -> only.isEmpty() || only.contains(fault.name()))
                .forEach(fault -> faults.put("stdio " + fault.name(), "stdio: " + fault.what));
        Arrays.stream(HttpFault.values())
                .filter(fault -> only.isEmpty() || only.contains(fault.name()))
                .forEach(fault -> faults.put("http " + fault.name(), "HTTP: " + fault.what));
        return faults;
    }

    private static List<List<String>> columns(List<String> trials) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(CLIENTS.size());
        List<Future<List<String>>> running = new ArrayList<>();
        for (String client : CLIENTS) {
            running.add(pool.submit(() -> column(client, trials)));
        }
        List<List<String>> columns = new ArrayList<>();
        for (Future<List<String>> each : running) {
            columns.add(each.get());
        }
        pool.shutdownNow();
        return columns;
    }

    private static List<String> column(String client, List<String> trials) throws Exception {
        List<String> cells = new ArrayList<>();
        try (FaultWorkers workers = new FaultWorkers(client)) {
            for (String trial : trials) {
                cells.add(workers.cell(trial));
            }
        }
        return cells;
    }

    private static List<String> table(List<String> faults, List<List<String>> columns) {
        List<String> lines = new ArrayList<>(
                List.of("| server | Harbor | SDK 2.2.0 | LangChain4j 1.18.1 |", "| --- | --- | --- | --- |"));
        for (int row = 0; row < faults.size(); row++) {
            StringBuilder line = new StringBuilder("| ").append(faults.get(row)).append(" |");
            for (List<String> column : columns) {
                line.append(' ').append(column.get(row)).append(" |");
            }
            lines.add(line.toString());
        }
        StringBuilder sum = new StringBuilder("| **rows that are dead, hung, leaking or wrong** |");
        for (List<String> column : columns) {
            sum.append(' ')
                    .append(column.stream().filter(FaultCell::isBad).count())
                    .append(" |");
        }
        lines.add(sum.toString());
        return lines;
    }
}
