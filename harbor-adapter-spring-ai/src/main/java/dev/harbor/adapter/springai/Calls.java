package dev.harbor.adapter.springai;

import dev.harbor.tool.ToolContext;
import java.util.HashMap;
import java.util.Map;

/** Says who calls, in a form that Spring AI passes on. */
final class Calls {

    private Calls() {}

    static org.springframework.ai.chat.model.ToolContext describe(ToolContext context) {
        Map<String, Object> members = new HashMap<>();
        members.put("tenant", context.identity().tenant());
        members.put("user", context.identity().user());
        members.put("session", context.identity().session());
        members.put("callId", context.callId());
        members.put("idempotencyKey", context.idempotencyKey());
        context.runId().ifPresent(run -> members.put("runId", run));
        return new org.springframework.ai.chat.model.ToolContext(members);
    }
}
