package dev.harbor.runtime;

import dev.harbor.error.ConfigurationException;
import dev.harbor.event.EventSink;
import dev.harbor.identity.Identity;
import dev.harbor.llm.ContextLeakException;
import dev.harbor.llm.LlmCall;
import dev.harbor.llm.LlmClient;
import dev.harbor.llm.LlmReply;
import dev.harbor.llm.LlmRequest;
import dev.harbor.llm.Message;
import dev.harbor.llm.Role;
import dev.harbor.safety.ContextSafety;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shows, before a runtime is built, that its guard stops heavy content; a guard that does not is refused. ADR 8. */
final class GuardProof {

    private static final Identity NOBODY = Identity.of("harbor", "harbor", "guard-proof");

    private GuardProof() {}

    static void require(ContextSafety safety, Clock clock) {
        AtomicBoolean reached = new AtomicBoolean();
        LlmClient probe = safety.guard((request, call) -> reached(reached), EventSink.NONE, clock);
        LlmRequest heavy = LlmRequest.of(List.of(Message.of(Role.USER, "x".repeat(safety.thresholdBytes()))));
        try {
            probe.complete(heavy, LlmCall.of(NOBODY));
        } catch (ContextLeakException expected) {
            if (!reached.get()) {
                return;
            }
        }
        throw new ConfigurationException("the guard of " + safety.getClass().getName()
                + " lets heavy content through to a model; use dev.harbor:harbor-artifacts");
    }

    private static LlmReply reached(AtomicBoolean flag) {
        flag.set(true);
        return LlmReply.of("");
    }
}
