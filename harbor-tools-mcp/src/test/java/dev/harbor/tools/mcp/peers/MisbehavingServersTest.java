package dev.harbor.tools.mcp.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs the client over every fault: each ends as it must and in time, whatever still works serves afterwards, and nothing is left behind. */
final class MisbehavingServersTest {

    private static final PeerClient CLIENT = new HarborPeerClient();

    @TempDir
    private static Path folder;

    /** What is made once and kept for all is no leak of the first. */
    @BeforeAll
    static void warmUp() throws IOException, InterruptedException {
        Trial.stdio(CLIENT, StdioFault.NONE, folder);
        Trial.http(CLIENT, HttpFault.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void serverOverStdio_thatMisbehaves_isComeThrough(StdioFault fault) throws IOException, InterruptedException {
        check(Trial.stdio(CLIENT, fault, folder), fault.expected, fault.what);
    }

    @ParameterizedTest
    @EnumSource
    void serverOverHttp_thatMisbehaves_isComeThrough(HttpFault fault) throws IOException, InterruptedException {
        check(Trial.http(CLIENT, fault), fault.expected, fault.what);
    }

    private static void check(Trial.Verdict verdict, Expected expected, String what) {
        assertThat(verdict.hung()).as("where the client hung: %s", what).isEmpty();
        assertThat(verdict.leaks()).as("what is left: %s", what).isEmpty();
        assertThat(ending(verdict)).as("%s: %s", what, verdict).matches(pattern(expected));
        assertThat(verdict.isRefused() || verdict.alive() || expected == Expected.DEAF)
                .as("it serves afterwards: %s, %s", what, verdict)
                .isTrue();
    }

    private static String ending(Trial.Verdict verdict) {
        return verdict.isRefused() ? "refused" : verdict.odd().replaceFirst(":(?s).*", "");
    }

    private static String pattern(Expected expected) {
        return switch (expected) {
            case SERVES -> "answered";
            case FAILS -> "failed";
            case UNKNOWN, DEAF -> "unknown";
            case ENDS -> ".*";
            case REFUSED -> "refused";
        };
    }
}
