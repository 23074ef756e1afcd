package dev.harbor.tools.a2a;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Is what holds for every request to an agent.
 *
 * @param outputModes the media types that answers may have
 * @param extensions the extensions that we speak, by URI
 * @param trusted whether the agent is told on whose behalf it works
 * @param push where the agent tells of changes, or null
 */
record PeerSettings(
        A2aAccess access,
        A2aLimits limits,
        List<String> outputModes,
        List<String> extensions,
        boolean trusted,
        @Nullable A2aPush push) {}
