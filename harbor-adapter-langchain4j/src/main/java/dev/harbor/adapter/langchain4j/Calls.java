package dev.harbor.adapter.langchain4j;

import dev.harbor.tool.ToolContext;
import java.util.HashMap;
import java.util.Map;

/** Says who calls, in a form that LangChain4j passes on. */
final class Calls {

    private Calls() {}

    static Map<String, Object> describe(ToolContext context) {
        Map<String, Object> members = new HashMap<>();
        members.put("tenant", context.identity().tenant());
        members.put("user", context.identity().user());
        members.put("session", context.identity().session());
        members.put("callId", context.callId());
        members.put("idempotencyKey", context.idempotencyKey());
        context.runId().ifPresent(run -> members.put("runId", run));
        return members;
    }
}
