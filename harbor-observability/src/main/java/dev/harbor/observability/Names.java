package dev.harbor.observability;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** Is how attributes and meters are called: as the conventions of OpenTelemetry for generative AI have it, and {@code harbor.} for what they don't know. */
final class Names {

    static final String INVOKE_AGENT = "invoke_agent";
    static final String EXECUTE_TOOL = "execute_tool";
    static final String CHAT = "chat";

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> AGENT = AttributeKey.stringKey("gen_ai.agent.name");
    static final AttributeKey<String> CONVERSATION = AttributeKey.stringKey("gen_ai.conversation.id");
    static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

    static final AttributeKey<String> TOOL = AttributeKey.stringKey("gen_ai.tool.name");
    static final AttributeKey<String> TOOL_TYPE = AttributeKey.stringKey("gen_ai.tool.type");
    static final AttributeKey<String> CALL_ID = AttributeKey.stringKey("gen_ai.tool.call.id");
    static final AttributeKey<String> ARGUMENTS = AttributeKey.stringKey("gen_ai.tool.call.arguments");
    static final AttributeKey<String> RESULT = AttributeKey.stringKey("gen_ai.tool.call.result");

    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<Long> MAX_TOKENS = AttributeKey.longKey("gen_ai.request.max_tokens");
    static final AttributeKey<Double> TEMPERATURE = AttributeKey.doubleKey("gen_ai.request.temperature");
    static final AttributeKey<String> OUTPUT_TYPE = AttributeKey.stringKey("gen_ai.output.type");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<String> INPUT_MESSAGES = AttributeKey.stringKey("gen_ai.input.messages");
    static final AttributeKey<String> OUTPUT_MESSAGES = AttributeKey.stringKey("gen_ai.output.messages");

    static final AttributeKey<String> TENANT = AttributeKey.stringKey("harbor.tenant");
    static final AttributeKey<String> USER = AttributeKey.stringKey("enduser.id");
    static final AttributeKey<String> RUN = AttributeKey.stringKey("harbor.run.id");
    static final AttributeKey<String> RUN_STATE = AttributeKey.stringKey("harbor.run.state");
    static final AttributeKey<String> RUN_REASON = AttributeKey.stringKey("harbor.run.reason");
    static final AttributeKey<Boolean> RESUMED = AttributeKey.booleanKey("harbor.run.resumed");
    static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("harbor.outcome");
    static final AttributeKey<String> TOOL_ID = AttributeKey.stringKey("harbor.tool.id");
    static final AttributeKey<String> EFFECT = AttributeKey.stringKey("harbor.tool.effect");
    static final AttributeKey<String> TRANSPORT = AttributeKey.stringKey("harbor.tool.transport");
    static final AttributeKey<String> SOURCE = AttributeKey.stringKey("harbor.tool.source");
    static final AttributeKey<Long> ATTEMPTS = AttributeKey.longKey("harbor.attempts");
    static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("harbor.attempt");
    static final AttributeKey<Long> ARGUMENTS_BYTES = AttributeKey.longKey("harbor.arguments.size");
    static final AttributeKey<Long> RESULT_BYTES = AttributeKey.longKey("harbor.result.size");
    static final AttributeKey<Boolean> ABANDONED = AttributeKey.booleanKey("harbor.abandoned");
    static final AttributeKey<String> PAUSE_REASON = AttributeKey.stringKey("harbor.pause.reason");
    static final AttributeKey<String> RESOLUTION = AttributeKey.stringKey("harbor.pause.resolution");

    private Names() {}
}
