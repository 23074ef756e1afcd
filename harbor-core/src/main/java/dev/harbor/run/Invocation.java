package dev.harbor.run;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is a call of a run as the run's journal tells it: the intent, and what came of it.
 *
 * <p>Immutable.
 *
 * @param callId names the call, also towards the tool; not blank
 * @param runId the run that it belongs to; not blank
 * @param sequence the place among the calls of the run, from 1
 * @param providerCallId the id that a model's provider gave the call, or null
 * @param tool the tool, with its version
 * @param effect what the tool does to the world
 * @param argumentsDigest the digest of the arguments
 * @param definitionDigest the digest of the tool's definition
 * @param idempotencyKey the key under which the tool may recognise the call
 * @param state how far it has come
 * @param code the code of a failure or denial, or null
 * @param output what came of it, as a planner may see it, or null while nothing has
 * @param outputBytes how many bytes came of it, 0 or more
 * @param attempts how often it was tried, 0 or more
 * @param createdAt when the intent was recorded
 * @param completedAt when it ended, or null while it is pending or paused
 * @param resolution what an operator found out, or null
 */
public record Invocation(
        String callId,
        String runId,
        long sequence,
        @Nullable String providerCallId,
        String tool,
        SideEffect effect,
        String argumentsDigest,
        String definitionDigest,
        String idempotencyKey,
        InvocationState state,
        @Nullable String code,
        @Nullable Json output,
        long outputBytes,
        int attempts,
        Instant createdAt,
        @Nullable Instant completedAt,
        @Nullable CallResolution resolution) {

    /**
     * Checks that nothing mandatory is missing and the counts are in their bounds.
     *
     * @throws IllegalArgumentException if an id is blank, the sequence is below 1, or a count is negative
     */
    public Invocation {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(argumentsDigest, "argumentsDigest");
        Objects.requireNonNull(definitionDigest, "definitionDigest");
        Objects.requireNonNull(idempotencyKey, "idempotencyKey");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(createdAt, "createdAt");
        require(!callId.isBlank(), "callId must not be blank");
        require(!runId.isBlank(), "runId must not be blank");
        require(sequence >= 1, "sequence must be 1 or more, got " + sequence);
        require(outputBytes >= 0, "outputBytes must not be negative, got " + outputBytes);
        require(attempts >= 0, "attempts must not be negative, got " + attempts);
    }

    /**
     * Returns this call with what came of it. An unknown outcome is settled by {@link #resolved} alone.
     *
     * @param newState any but {@link InvocationState#PENDING}
     * @param newCode the code of a failure or denial, or null
     * @param newOutput what came of it, or null
     * @param newOutputBytes how many bytes came of it
     * @param newAttempts how often it was tried
     * @param at when
     * @throws RunException with code {@link ErrorCode#ILLEGAL_RUN_STATE} if the call is neither pending nor paused, or would be pending again
     */
    public Invocation settled(
            InvocationState newState,
            @Nullable String newCode,
            @Nullable Json newOutput,
            long newOutputBytes,
            int newAttempts,
            Instant at) {
        Objects.requireNonNull(at, "at");
        requireState(
                newState != InvocationState.PENDING
                        && (state == InvocationState.PENDING || state == InvocationState.PAUSED),
                newState.wireName());
        Instant end = newState == InvocationState.PAUSED ? null : at;
        return with(newState, newCode, newOutput, newOutputBytes, newAttempts, end, null);
    }

    /**
     * Returns this call as an operator resolved it. Its own outcome is superseded, its attempts stay.
     *
     * @param found what the operator found out
     * @param at when
     * @throws RunException with code {@link ErrorCode#ILLEGAL_RUN_STATE} if the outcome is neither unknown nor pending, or was resolved before
     */
    public Invocation resolved(CallResolution found, Instant at) {
        Objects.requireNonNull(at, "at");
        InvocationState newState = found.succeeded() ? InvocationState.SUCCEEDED : InvocationState.FAILED;
        requireState(
                resolution == null && (state == InvocationState.UNKNOWN || state == InvocationState.PENDING),
                "resolved as " + newState.wireName());
        return with(newState, found.code(), found.output(), found.output().sizeBytes(), attempts, at, found);
    }

    private Invocation with(
            InvocationState newState,
            @Nullable String newCode,
            @Nullable Json newOutput,
            long newOutputBytes,
            int newAttempts,
            @Nullable Instant newCompletedAt,
            @Nullable CallResolution newResolution) {
        return new Invocation(
                callId,
                runId,
                sequence,
                providerCallId,
                tool,
                effect,
                argumentsDigest,
                definitionDigest,
                idempotencyKey,
                newState,
                newCode,
                newOutput,
                newOutputBytes,
                newAttempts,
                createdAt,
                newCompletedAt,
                newResolution);
    }

    private void requireState(boolean holds, String wanted) {
        if (!holds) {
            throw new RunException(
                    ErrorCode.ILLEGAL_RUN_STATE,
                    "call '" + callId + "' of run '" + runId + "' is " + state.wireName()
                            + (resolution == null ? "" : " by an operator") + " and can't become " + wanted);
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
