package dev.harbor.access;

import dev.harbor.identity.Identity;
import dev.harbor.tool.ToolDefinition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Remembers what was approved, for a time, and no more than so much: the oldest is forgotten first. Thread-safe. */
final class ApprovalMemory {

    private static final int MOST = 10_000;

    private final Map<List<String>, Instant> until = new LinkedHashMap<>();
    private final ApprovalPolicy.Remember scope;
    private final boolean anyArguments;
    private final Duration howLong;
    private final Clock clock;

    ApprovalMemory(ApprovalPolicy.Remember scope, boolean anyArguments, Duration howLong, Clock clock) {
        this.scope = scope;
        this.anyArguments = anyArguments;
        this.howLong = howLong;
        this.clock = clock;
    }

    /** Tells whether a call like this one was approved before; one that is approved now is remembered. */
    boolean admits(AccessRequest request) {
        List<String> key = key(request);
        Instant now = clock.instant();
        synchronized (until) {
            if (request.isApproved()) {
                remember(key, now);
                return true;
            }
            Instant end = until.get(key);
            return end != null && now.isBefore(end);
        }
    }

    private void remember(List<String> key, Instant now) {
        until.remove(key);
        until.put(key, now.plus(howLong));
        if (until.size() > MOST) {
            until.remove(until.keySet().iterator().next());
        }
    }

    private List<String> key(AccessRequest request) {
        Identity identity = request.identity();
        ToolDefinition tool = request.tool();
        return List.of(
                identity.tenant(),
                identity.user(),
                scope == ApprovalPolicy.Remember.SESSION ? identity.session() : "",
                tool.id().toString(),
                tool.digest(),
                anyArguments ? "" : request.arguments().orElseThrow().argumentsDigest());
    }
}
