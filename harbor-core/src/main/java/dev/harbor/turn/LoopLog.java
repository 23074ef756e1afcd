package dev.harbor.turn;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.LoopFaulted;
import dev.harbor.history.LoopHistory;
import dev.harbor.history.LoopStream;
import dev.harbor.history.Records.Draft;
import dev.harbor.identity.Identity;
import dev.harbor.loop.LoopException;
import dev.harbor.loop.LoopException.Kind;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records what a loop does, and tells of it afterwards. The first record that is not taken faults the loop: nobody knows then whether it is there, so nothing may
 * follow. Written by the thread of the loop alone; the fault is seen by all.
 */
final class LoopLog {

    private static final Logger LOG = LoggerFactory.getLogger(LoopLog.class);

    private final LoopServices services;
    private final LoopStream stream;
    private final Identity identity;
    private final String loop;
    private volatile @Nullable Throwable fault;

    LoopLog(LoopServices services, LoopStream stream, Identity identity, String loop) {
        this.services = services;
        this.stream = stream;
        this.identity = identity;
        this.loop = loop;
    }

    Instant now() {
        return services.clock().instant();
    }

    /**
     * Appends records that were made at a moment, and returns when they are durable.
     *
     * @throws LoopException if they are not; the loop is faulted then, or was before
     */
    void append(Instant at, List<Draft> drafts) {
        requireHealthy();
        try {
            stream.append(at, drafts);
        } catch (RuntimeException e) {
            fault(e);
            throw new LoopException(
                    Kind.DURABLE_APPEND_FAILED, loop, "the journal did not take it: " + e.getMessage(), e);
        }
    }

    /** The first cause stays. */
    void fault(Throwable cause) {
        if (fault == null) {
            fault = cause;
            LOG.warn("loop {} is faulted and takes nothing more until it is opened again", loop, cause);
            String code =
                    cause instanceof HarborException known ? known.code().value() : ErrorCode.INTERNAL_ERROR.value();
            emit(new LoopFaulted(identity, loop, now(), code));
        }
    }

    boolean isFaulted() {
        return fault != null;
    }

    void requireHealthy() {
        Throwable cause = fault;
        if (cause != null) {
            throw new LoopException(
                    Kind.LOOP_FAULTED, loop, "it could not record something; close it and open it again", cause);
        }
    }

    void emit(HarborEvent event) {
        services.events().accept(event);
    }

    <T> T read(Function<LoopHistory, T> question) {
        return stream.read(question);
    }

    void release() {
        services.letGo().accept(stream);
        stream.release();
    }
}
