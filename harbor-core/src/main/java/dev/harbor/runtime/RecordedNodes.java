package dev.harbor.runtime;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.dispatch.NodeRecord;
import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import dev.harbor.history.NodeResult;
import dev.harbor.history.RunFold;
import dev.harbor.json.Json;
import dev.harbor.tool.CallInfo;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

/** Reads from the records of a run what the nodes of a composed call came to before it was interrupted. */
final class RecordedNodes {

    private final RunDrive drive;

    RecordedNodes(RunDrive drive) {
        this.drive = drive;
    }

    NodeRecord of(String callId, String tool) {
        NodeResult known = drive.read(fold -> fold.nodes().result(callId).orElse(null));
        return known == null
                ? drive.read(fold -> answered(fold, callId))
                : new NodeRecord(outcome(new CallInfo(callId, tool, 0, Duration.ZERO), known), null, null, null);
    }

    private static NodeRecord answered(RunFold fold, String callId) {
        AnsweredCall answered = AnsweredCall.of(fold, callId);
        return new NodeRecord(null, answered.approval(), answered.arguments(), answered.resumed());
    }

    private ToolOutcome<Json> outcome(CallInfo call, NodeResult known) {
        if (known.status().equals("succeeded")) {
            Json value = value(known);
            return new ToolOutcome.Success<>(
                    call, value, new ToolContent.Inline(value), List.of(), List.of(), List.of());
        }
        String code = String.valueOf(known.code());
        return known.status().equals("denied")
                ? new ToolOutcome.Denied<>(call, code, message(known, "denied"))
                : new ToolOutcome.Failure<>(call, ToolError.permanent(codeOf(code), message(known, "error")));
    }

    /** An operator may have found a code that is spelled in a way of its own. */
    private static ErrorCode codeOf(String code) {
        try {
            return ErrorCode.of(code);
        } catch (IllegalArgumentException odd) {
            return ErrorCode.TOOL_FAILED;
        }
    }

    private static String message(NodeResult known, String member) {
        return known.content()
                .at("/" + member + "/message")
                .map(Json::asString)
                .orElse("it failed with " + known.code());
    }

    private Json value(NodeResult known) {
        Json content = known.content();
        if (known.wrapped()) {
            // What is heavy with its attachments was stored as a whole.
            Json whole = content.get("result").isPresent() ? content : stored(content);
            content = whole.get("result").orElse(Json.NULL);
        }
        return known.stored() ? stored(content) : content;
    }

    private Json stored(Json stub) {
        try (InputStream bytes = drive.artifacts().open(ArtifactStub.parse(stub).ref())) {
            return Json.parse(bytes.readAllBytes());
        } catch (IOException e) {
            throw new StoreException(ErrorCode.STORE_FAILED, "the result of a node could not be read", e);
        }
    }
}
