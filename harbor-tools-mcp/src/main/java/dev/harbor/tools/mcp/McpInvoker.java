package dev.harbor.tools.mcp;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.JsonSchema;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.AbandonedCall;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolUnavailable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Is the code behind one remote tool. Its schemas are compiled once; a call goes over whatever connection its source has at the moment.
 *
 * <p>Thread-safe.
 */
final class McpInvoker implements ToolInvoker<Json, Json> {

    private final Host host;
    private final McpSettings settings;
    private final RemoteTool remote;
    private final @Nullable McpBinding binding;
    private final ParameterHeaders headers;
    private final JsonSchema input;
    private final @Nullable JsonSchema output;

    McpInvoker(
            Host host,
            McpSettings settings,
            RemoteTool remote,
            @Nullable McpBinding binding,
            ParameterHeaders headers) {
        this.host = host;
        this.settings = settings;
        this.remote = remote;
        this.binding = binding;
        this.headers = headers;
        this.input = JsonSchema.compile(remote.inputSchema());
        Json outputSchema = remote.outputSchema();
        this.output = outputSchema == null ? null : JsonSchema.compile(outputSchema);
    }

    @Override
    public Json decode(Json arguments) {
        return held(input, requireObject(arguments));
    }

    @Override
    public Json decodeUnchecked(Json arguments) {
        return requireObject(arguments);
    }

    /** The protocol has no other arguments than an object. */
    private static Json requireObject(Json arguments) {
        if (arguments.kind() != Json.Kind.OBJECT) {
            String message = "must be object, was " + arguments.kind().name().toLowerCase(java.util.Locale.ROOT);
            throw new InvalidJsonException(List.of(new Violation("", "type", message, List.of())));
        }
        return arguments;
    }

    @Override
    public Json encodeInput(Json value) {
        return value;
    }

    @Override
    public ToolOutput<Json> invoke(Json arguments, ToolContext context) throws InterruptedException {
        Json result = new RemoteCall(host, settings, subject(arguments), context).result();
        return output(ResultReader.of(result));
    }

    /** Gives up a request that is open at the server, or a task there. What waits without either holds nothing. */
    @Override
    public void abandoned(AbandonedCall call) throws InterruptedException {
        String kind = RemoteTool.text(call.state().get("kind")).orElse("");
        if (kind.equals(Parking.KIND)) {
            host.parking().abandon(call.state());
        } else if (kind.equals("task")) {
            cancel(call, RemoteTool.text(call.state().get("task")).orElse(""));
        }
    }

    /** A server that refuses has no such task any more; one that can't be reached is told again. */
    private void cancel(AbandonedCall call, String task) throws InterruptedException {
        try {
            Connection connection = host.connection(call.identity());
            if (connection == null) {
                throw new ToolUnavailable("source '" + settings.name + "' is not connected", null);
            }
            connection.request("tasks/cancel", task, Map.of("taskId", task));
        } catch (LinkFailure e) {
            if (e.error() == null) {
                throw e.toToolException();
            }
        }
    }

    private RemoteCall.Subject subject(Json arguments) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("name", remote.name());
        params.put("arguments", arguments);
        if (remote.needsTask()) {
            params.put("task", Map.of());
        }
        return new RemoteCall.Subject(
                "tools/call", remote.name(), params, headers.headers(arguments), remote.needsTask());
    }

    private ToolOutput<Json> output(ResultReader read) {
        if (read.isError()) {
            throw failed(read.errorText());
        }
        if (output != null && read.structured().isEmpty()) {
            throw new InvalidResult("the tool declares a structured result and answered without one", List.of());
        }
        ToolOutput<Json> answer = read.output();
        McpEvidence evidence = binding == null ? null : binding.evidence();
        if (evidence == null) {
            return answer;
        }
        Json structured = read.structured()
                .filter(json -> json.kind() == Json.Kind.OBJECT)
                .orElseThrow(() -> new InvalidResult(
                        "the result has no structured content, which the evidence of its binding is taken from",
                        List.of()));
        return answer.evidence(evidence.of(structured));
    }

    private ToolFailed failed(String words) {
        boolean retryable = binding != null && binding.isRetryable();
        ErrorClass errorClass = retryable ? ErrorClass.TRANSIENT : ErrorClass.PERMANENT;
        String text = Words.text(words, settings.limits.messageBytes());
        return ToolFailed.of(ErrorCode.TOOL_FAILED, errorClass, true, text, null, null);
    }

    @Override
    public Json encodeResult(@Nullable Json value, boolean validate) {
        if (value == null) {
            throw new InvalidJsonException(List.of(new Violation("", "type", "must be there", List.of())));
        }
        return validate && output != null ? held(output, value) : value;
    }

    private static Json held(JsonSchema schema, Json value) {
        List<Violation> violations = schema.validate(value);
        if (!violations.isEmpty()) {
            throw new InvalidJsonException(violations);
        }
        return value;
    }
}
