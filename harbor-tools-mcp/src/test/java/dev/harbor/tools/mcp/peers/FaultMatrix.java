package dev.harbor.tools.mcp.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Runs three clients over every fault and writes a table: ours, the official SDK's and LangChain4j's. A program, since the others hang in some of the
 * faults: {@code ./mvnw test -Pmatrix -DskipTests -pl harbor-tools-mcp -am}.
 */
public final class FaultMatrix {

    private final List<PeerClient> clients;
    private final Path folder;
    private final int[] bad;

    private FaultMatrix(List<PeerClient> clients, Path folder) {
        this.clients = clients;
        this.folder = folder;
        this.bad = new int[clients.size()];
    }

    /** Writes the table to a file: its name, and, if wanted, the names of the faults. */
    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("matrix");
        List<PeerClient> clients = List.of(new HarborPeerClient(), new SdkPeerClient(), new Langchain4jPeerClient());
        List<String> only = List.of(args).subList(1, args.length);
        FaultMatrix matrix = new FaultMatrix(clients, folder);
        List<String> lines = matrix.table(only);
        Files.write(Path.of(args[0]), lines);
        System.exit(0);
    }

    private List<String> table(List<String> only) throws Exception {
        warmUp();
        List<String> lines = new ArrayList<>(
                List.of("| server | Harbor | SDK 2.2.0 | LangChain4j 1.18.1 |", "| --- | --- | --- | --- |"));
        lines.add("| **over stdio** | | | |");
        for (StdioFault fault : StdioFault.values()) {
            if (only.isEmpty() || only.contains(fault.name())) {
                lines.add(row(fault.what, fault.expected, client -> Trial.stdio(client, fault, folder)));
            }
        }
        lines.add("| **over HTTP** | | | |");
        for (HttpFault fault : HttpFault.values()) {
            if (only.isEmpty() || only.contains(fault.name())) {
                lines.add(row(fault.what, fault.expected, client -> Trial.http(client, fault)));
            }
        }
        lines.add("| rows that are dead, hung, leaking or wrong | " + bad[0] + " | " + bad[1] + " | " + bad[2] + " |");
        return lines;
    }

    private void warmUp() throws IOException, InterruptedException {
        for (PeerClient client : clients) {
            Trial.stdio(client, StdioFault.NONE, folder);
            Trial.http(client, HttpFault.NONE);
        }
    }

    private interface Run {

        Trial.Verdict over(PeerClient client) throws IOException, InterruptedException;
    }

    private String row(String what, Expected expected, Run run) throws IOException, InterruptedException {
        StringBuilder row = new StringBuilder("| ").append(what).append(" |");
        for (int i = 0; i < clients.size(); i++) {
            Trial.Verdict verdict = run.over(clients.get(i)).without(FaultMatrix::endsByItself);
            String cell = cell(verdict, expected);
            bad[i] += cell.startsWith("**") ? 1 : 0;
            row.append(' ').append(cell).append(" |");
            System.err.println(clients.get(i).name() + " | " + what + " | " + cell + " | " + verdict);
        }
        return row.toString();
    }

    /** The HTTP client of the JDK ends its threads, and with them its connections, a minute after nobody uses it any more. */
    private static boolean endsByItself(List<String> leaks, String leak) {
        boolean isOfClient = leak.startsWith("thread 'HttpClient-");
        boolean usesClient = leaks.stream().anyMatch(each -> each.startsWith("thread 'HttpClient-"));
        return isOfClient || (usesClient && leak.equals("channel"));
    }

    private static String cell(Trial.Verdict verdict, Expected expected) {
        List<String> words = new ArrayList<>();
        if (!verdict.hung().isEmpty()) {
            words.add("hung in the " + verdict.hung());
        }
        if (!verdict.isRefused()
                && !verdict.alive()
                && expected != Expected.DEAF
                && verdict.hung().isEmpty()) {
            words.add("dead");
        }
        if (verdict.isRefused() && expected != Expected.REFUSED && expected != Expected.ENDS) {
            words.add("can't use it");
        }
        if (expected == Expected.SERVES
                && !verdict.isRefused()
                && verdict.hung().isEmpty()
                && !verdict.odd().equals("answered")) {
            words.add("no answer");
        }
        if (!verdict.leaks().isEmpty()) {
            words.add("leaks " + kinds(verdict.leaks()));
        }
        return words.isEmpty() ? fine(verdict) : "**" + String.join(", ", words) + "**";
    }

    private static String kinds(List<String> leaks) {
        long threads = leaks.stream().filter(leak -> leak.startsWith("thread")).count();
        long processes = leaks.stream().filter(leak -> leak.equals("process")).count();
        List<String> kinds = new ArrayList<>();
        if (threads > 0) {
            kinds.add(String.format(Locale.ROOT, "%d thread%s", threads, threads == 1 ? "" : "s"));
        }
        if (processes > 0) {
            kinds.add(String.format(Locale.ROOT, "%d process%s", processes, processes == 1 ? "" : "es"));
        }
        return kinds.isEmpty() ? "a channel" : String.join(" and ", kinds);
    }

    private static String fine(Trial.Verdict verdict) {
        if (verdict.isRefused()) {
            return "refused";
        }
        return verdict.odd().startsWith("unknown")
                ? "unknown"
                : verdict.odd().startsWith("answered") ? "serves" : "fails";
    }
}
