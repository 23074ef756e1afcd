package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.Evidence;
import dev.harbor.dispatch.CallContext;
import dev.harbor.dispatch.CallLedger;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.json.Json;
import dev.harbor.pause.PauseReason;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps account of the calls of a run: in its budget, and in its stream, intent before effect. */
final class RunLedger implements CallLedger {

    private final RunBudget budget;
    private final RunStream stream;
    private final Supplier<String> tokens;
    private final Executor io;
    private final List<Evidence> evidence = new CopyOnWriteArrayList<>();
    private volatile @Nullable String exhausted;

    RunLedger(RunBudget budget, RunStream stream, Supplier<String> tokens, Executor io) {
        this.budget = budget;
        this.stream = stream;
        this.tokens = tokens;
        this.io = io;
    }

    /** Returns which limit refused a call, or null. */
    @Nullable
    String exhausted() {
        return exhausted;
    }

    List<Evidence> evidence() {
        return evidence;
    }

    @Override
    public void reject(CallContext call, ToolOutcome<?> outcome) {
        Map<String, Object> data = describe(call);
        data.put("outcome", Observations.of(outcome).content());
        write(call, "call.rejected", data);
    }

    @Override
    public @Nullable ToolError intend(CallContext call) {
        String which = budget.reserveToolCall();
        if (which != null) {
            exhausted = which;
            return ToolError.permanent(ErrorCode.BUDGET_EXHAUSTED, "the budget of the run is used up: " + which);
        }
        Map<String, Object> data = describe(call);
        data.put("arguments", call.arguments());
        data.put("idempotency_key", call.idempotencyKey());
        ToolError failure = append(call, "call.intended", data);
        if (failure != null) {
            budget.returnToolCall();
        }
        return failure;
    }

    private @Nullable ToolError append(CallContext call, String type, Map<String, Object> data) {
        try {
            write(call, type, data);
            return null;
        } catch (StoreException | RejectedExecutionException e) {
            return new ToolError(
                    ErrorCode.JOURNAL_UNAVAILABLE,
                    ErrorClass.TRANSIENT,
                    "the journal does not take records, so the call was not made",
                    List.of(),
                    true,
                    e);
        }
    }

    @Override
    public @Nullable ToolError settle(CallContext call, ToolOutcome<?> outcome) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("call_id", call.callId());
        data.put("run_id", String.valueOf(call.runId()));
        data.put("attempts", outcome.call().attempts());
        data.put("outcome", Observations.of(outcome).content());
        data.put("status", Observations.status(outcome));
        if (outcome instanceof ToolOutcome.Success<?> success) {
            budget.usedOutput(bytes(success));
            data.put(
                    "evidence",
                    success.evidence().stream().map(EvidenceJson::of).toList());
        }
        ToolError failure = append(call, "call.settled", data);
        if (failure == null && outcome instanceof ToolOutcome.Success<?> success) {
            evidence.addAll(success.evidence());
        }
        return failure == null ? null : notRecorded(failure);
    }

    private static long bytes(ToolOutcome.Success<?> success) {
        long attached = success.attachments().stream()
                .mapToLong(ArtifactStub::sizeBytes)
                .sum();
        return success.content().sizeBytes() + attached;
    }

    private static ToolError notRecorded(ToolError failure) {
        return new ToolError(
                failure.code(),
                failure.errorClass(),
                "the tool has ended, but the journal did not take its outcome",
                List.of(),
                false,
                failure.cause());
    }

    @Override
    public String pause(CallContext call, PauseReason reason, String message, Json payload) {
        String token = tokens.get();
        Map<String, Object> data = describe(call);
        data.put("arguments", call.arguments());
        data.put("token", token);
        data.put("reason", reason.wireName());
        data.put("message", message);
        data.put("payload", payload);
        write(call, "call.paused", data);
        return token;
    }

    /** A call from inside a tool is on a thread that a time limit may interrupt, and an interrupt must not reach the journal. */
    private void write(CallContext call, String type, Map<String, Object> data) {
        if (call.nested()) {
            CompletionException failure = CompletableFuture.runAsync(() -> stream.append(type, data), io)
                    .handle((done, e) -> (CompletionException) e)
                    .join();
            if (failure != null) {
                throw failure.getCause() instanceof StoreException store ? store : failure;
            }
        } else {
            stream.append(type, data);
        }
    }

    private static Map<String, Object> describe(CallContext call) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("call_id", call.callId());
        data.put("run_id", String.valueOf(call.runId()));
        data.put("tool", call.tool().definition().id().toString());
        data.put("definition_digest", call.tool().definition().digest());
        SideEffect effect = call.tool().definition().effect();
        data.put("effect", effect.wireName());
        data.put("arguments_digest", call.arguments().argumentsDigest());
        return data;
    }
}
