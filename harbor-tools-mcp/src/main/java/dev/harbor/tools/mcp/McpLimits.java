package dev.harbor.tools.mcp;

import java.time.Duration;

/**
 * Bounds what one server may take: time, memory, and room in the catalog. How long a call may take is said by its policy; these come on top.
 *
 * <p>Immutable.
 *
 * @param connect how long it may take until a server is up and has said what it speaks, 100 ms to 10 minutes
 * @param probe how long a server may stay silent when it is asked for the newest version, before an older one is tried, 100 ms to 1 minute
 * @param request how long a request that is no call may take, such as a page of a list, 100 ms to 10 minutes
 * @param silence how long a call may go without progress or answer, 100 ms to 1 day; progress begins it anew
 * @param close how long a child process has to end after its input was closed, and once more after it was asked to, 1 ms to 1 minute
 * @param messageBytes the largest message that is read, 1 KiB to 256 MiB
 * @param pages the most pages of one list, 1 to 1000
 * @param tools the most tools of one list, 1 to {@value dev.harbor.catalog.ExternalToolset#MAX_TOOLS}; those beyond are left out, and the source says so
 * @param restarts how often in a row a server is started again in vain before the source waits for {@link McpSource#reconnect()}, 0 to 1000; a server that is
 *     reached over HTTP is tried again for ever
 */
public record McpLimits(
        Duration connect,
        Duration probe,
        Duration request,
        Duration silence,
        Duration close,
        int messageBytes,
        int pages,
        int tools,
        int restarts) {

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofMinutes(10);

    /** 30 s to connect, 5 s for the probe, 30 s a request, 60 s of silence, 400 ms to close, 32 MiB, 64 pages, 512 tools, 8 restarts. */
    public static final McpLimits STANDARD = new McpLimits(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMillis(400),
            32 << 20,
            64,
            512,
            8);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if one is broken; the message names it
     */
    public McpLimits {
        require("connect", connect, LEAST, MOST);
        require("probe", probe, LEAST, Duration.ofMinutes(1));
        require("request", request, LEAST, MOST);
        require("silence", silence, LEAST, Duration.ofDays(1));
        require("close", close, Duration.ofMillis(1), Duration.ofMinutes(1));
        require("messageBytes", messageBytes, 1 << 10, 256 << 20);
        require("pages", pages, 1, 1000);
        require("tools", tools, 1, 512);
        require("restarts", restarts, 0, 1000);
    }

    /** Returns these limits with another time to connect. */
    public McpLimits connect(Duration limit) {
        return new McpLimits(limit, probe, request, silence, close, messageBytes, pages, tools, restarts);
    }

    /** Returns these limits with another time for the probe. */
    public McpLimits probe(Duration limit) {
        return new McpLimits(connect, limit, request, silence, close, messageBytes, pages, tools, restarts);
    }

    /** Returns these limits with another time for a request that is no call. */
    public McpLimits request(Duration limit) {
        return new McpLimits(connect, probe, limit, silence, close, messageBytes, pages, tools, restarts);
    }

    /** Returns these limits with another time that a call may be silent. */
    public McpLimits silence(Duration limit) {
        return new McpLimits(connect, probe, request, limit, close, messageBytes, pages, tools, restarts);
    }

    /** Returns these limits with another time to close. */
    public McpLimits close(Duration limit) {
        return new McpLimits(connect, probe, request, silence, limit, messageBytes, pages, tools, restarts);
    }

    /** Returns these limits with another size of a message. */
    public McpLimits messageBytes(int most) {
        return new McpLimits(connect, probe, request, silence, close, most, pages, tools, restarts);
    }

    /** Returns these limits with others for a list. */
    public McpLimits list(int mostPages, int mostTools) {
        return new McpLimits(connect, probe, request, silence, close, messageBytes, mostPages, mostTools, restarts);
    }

    /** Returns these limits with another number of restarts in a row. */
    public McpLimits restarts(int most) {
        return new McpLimits(connect, probe, request, silence, close, messageBytes, pages, tools, most);
    }

    private static void require(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", got " + value);
        }
    }

    private static void require(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + " must be " + least + " to " + most + ", got " + value);
        }
    }
}
