package dev.harbor.tools.mcp.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Runs one client over the faults that its input names, one a line, and writes for each a line with how that was. A program of {@link FaultMatrix}. */
public final class FaultWorker {

    static final String ANSWER = "cell ";

    private static final Map<String, PeerClient> CLIENTS = Map.of(
            "Harbor", new HarborPeerClient(), "SDK", new SdkPeerClient(), "LangChain4j", new Langchain4jPeerClient());

    private FaultWorker() {}

    /** Runs the client of that name until its input ends. */
    public static void main(String[] args) throws Exception {
        PeerClient client = CLIENTS.get(args[0]);
        Path folder = Files.createTempDirectory("matrix");
        Trial.stdio(client, StdioFault.NONE, folder);
        Trial.http(client, HttpFault.NONE);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(ANSWER + cell(client, line.split(" ", 2), folder));
        }
        System.exit(0);
    }

    private static String cell(PeerClient client, String[] trial, Path folder)
            throws IOException, InterruptedException {
        String name = trial[1];
        boolean stdio = trial[0].equals("stdio");
        Trial.Verdict verdict = stdio
                ? Trial.stdio(client, StdioFault.valueOf(name), folder)
                : Trial.http(client, HttpFault.valueOf(name));
        Expected expected = stdio ? StdioFault.valueOf(name).expected : HttpFault.valueOf(name).expected;
        String cell = FaultCell.of(verdict, expected);
        System.err.println(client.name() + " | " + name + " | " + cell + " | " + verdict);
        return cell;
    }
}
