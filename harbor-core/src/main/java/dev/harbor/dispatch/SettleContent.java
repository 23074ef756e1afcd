package dev.harbor.dispatch;

import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactStub;
import dev.harbor.artifact.Evidence;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.event.ArtifactStored;
import dev.harbor.event.EvidenceRefused;
import dev.harbor.policy.ErrorClass;
import dev.harbor.safety.ContextSafety;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stores what is heavy, results and error texts alike, and blocks of binary content. What can't be stored fails the call: it is never passed on inline. */
final class SettleContent implements Stage {

    private static final int MESSAGE_PREVIEW_LENGTH = 500;
    private static final int MAX_MESSAGE_LENGTH = 2000;

    @Override
    public String name() {
        return "content";
    }

    @Override
    public boolean concerns(CallContext call) {
        return call.isResolved() && call.suspension() == null;
    }

    @Override
    public void apply(CallContext call) {
        try {
            if (call.isEnded()) {
                call.end(shorten(call, call.outcome()));
            } else {
                settle(call);
            }
        } catch (StoreException e) {
            refuse(
                    call,
                    e.code(),
                    "what the tool answered could not be stored as an artifact, so it is not passed on",
                    e);
        } catch (IOException e) {
            refuse(call, ErrorCode.INVALID_RESULT, "a block of the output of the tool could not be read", e);
        }
    }

    private static void refuse(CallContext call, ErrorCode code, String message, Exception cause) {
        call.fail(new ToolError(code, ErrorClass.PERMANENT, message, List.of(), true, cause));
    }

    private static void settle(CallContext call) throws IOException {
        ContextSafety safety = call.services().safety();
        int threshold = call.tool().policy().heavyThresholdBytes().orElse(safety.thresholdBytes());
        ToolContent content =
                safety.settle(call.result(), call.scope(), call.tool().name(), threshold);
        if (content instanceof ToolContent.Offloaded offloaded) {
            told(call, offloaded.stub());
        }
        List<ArtifactStub> blocks = call.output().blocks().isEmpty() ? List.of() : store(call);
        if (!call.isEnded()) {
            call.settled(content, blocks, granted(call));
            call.succeed();
        }
    }

    /** Stores the blocks, or ends the call because that took too long or nobody waits any more. */
    private static List<ArtifactStub> store(CallContext call) throws IOException {
        ShellResult<StoredBlocks> result = BlockReading.of(call);
        List<ArtifactStub> stubs = new ArrayList<>();
        if (result instanceof ShellResult.Done<StoredBlocks> done) {
            for (ArtifactInfo info : done.output().value().orThrow()) {
                stubs.add(told(call, stub(info)));
            }
        } else if (result instanceof ShellResult.Failed<StoredBlocks> failed) {
            call.fail(ofBlocks(failed.error()));
        } else if (result instanceof ShellResult.Cancelled<StoredBlocks> cancelled) {
            endCancelled(call, cancelled.reason());
        }
        return stubs;
    }

    private static ToolError ofBlocks(ToolError error) {
        String why = error.code().equals(ErrorCode.TOOL_TIMEOUT)
                ? "they did not end within the time limit of the tool"
                : error.message();
        return with(error, "the blocks of the output of the tool could not be read: " + why, error.cause());
    }

    /** A tool with effects has had its effect, which nothing may hide that says less. */
    private static void endCancelled(CallContext call, String reason) {
        if (call.tool().definition().effect().isReplayable()) {
            call.end(new ToolOutcome.Cancelled<>(call.info(), reason));
        } else {
            call.fail(ofBlocks(ShellErrors.cancelled(reason, true, null)));
        }
    }

    private static ArtifactStub stub(ArtifactInfo info) {
        return new ArtifactStub(info.ref(), info.mediaType(), info.sizeBytes(), null, ContextSafety.FETCH_TOOL);
    }

    private static ArtifactStub told(CallContext call, ArtifactStub stub) {
        call.emit(new ArtifactStored(call.provenance(), call.now(), stub.ref(), stub.mediaType(), stub.sizeBytes()));
        return stub;
    }

    private static List<Evidence> granted(CallContext call) {
        List<Evidence> offered = call.output().evidence();
        if (offered.isEmpty()) {
            return List.of();
        }
        List<Evidence> granted = new ArrayList<>(offered.size());
        for (Evidence claim : offered) {
            if (call.tool().tool().isGranted(claim.provenance())) {
                granted.add(claim);
            } else {
                call.emit(new EvidenceRefused(call.provenance(), call.now(), claim.type(), claim.provenance()));
            }
        }
        return granted;
    }

    private static ToolOutcome<Object> shorten(CallContext call, ToolOutcome<Object> outcome) {
        if (outcome instanceof ToolOutcome.Failure<Object> failure && isLong(failure.error())) {
            return new ToolOutcome.Failure<>(failure.call(), shorten(call, failure.error()));
        }
        if (outcome instanceof ToolOutcome.Unknown<Object> unknown && isLong(unknown.error())) {
            return new ToolOutcome.Unknown<>(unknown.call(), shorten(call, unknown.error()));
        }
        return outcome;
    }

    private static boolean isLong(ToolError error) {
        return error.message().length() > MAX_MESSAGE_LENGTH;
    }

    private static ToolError shorten(CallContext call, ToolError error) {
        String text = call.services().redactor().redact(error.message());
        ArtifactInfo whole = call.services()
                .safety()
                .artifacts(call.scope())
                .put(
                        text.getBytes(StandardCharsets.UTF_8),
                        ArtifactOptions.of(ArtifactOptions.TEXT)
                                .source(Map.of("tool", call.tool().name())));
        told(call, stub(whole));
        return with(
                error,
                text.substring(0, cut(text)) + "... [" + whole.sizeBytes() + " bytes in all, stored as " + whole.ref()
                        + "]",
                error.cause());
    }

    private static int cut(String text) {
        int end = Math.min(MESSAGE_PREVIEW_LENGTH, text.length());
        return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }

    private static ToolError with(ToolError error, String message, @Nullable Throwable cause) {
        return new ToolError(
                error.code(), error.errorClass(), message, error.violations(), error.outcomeKnown(), cause);
    }
}
