package dev.harbor.tools.mcp;

/**
 * Counts what a source has met since it was started.
 *
 * <p>Immutable.
 *
 * @param starts how often a connection came up
 * @param calls how many calls were sent
 * @param noise how many lines or events were no message of the protocol
 * @param strays how many answers nobody waited for: late, repeated or of unknown ids
 * @param cancellations how many calls were given up before their answer, by a limit or by their caller
 */
public record McpStatistics(long starts, long calls, long noise, long strays, long cancellations) {}
