package dev.harbor.dispatch;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.ConsentProvider;
import dev.harbor.access.ScopeGrants;
import dev.harbor.event.EventSink;
import dev.harbor.event.Redactor;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.safety.ContextSafety;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * Is what the stages share: the same for every call of a runtime.
 *
 * @param access decides whether a tool may be called
 * @param scopes knows which scopes an identity holds
 * @param consents knows which missing scopes can be obtained
 * @param safety offloads what is heavy
 * @param events hears of what happens; guarded already
 * @param content hears of arguments and results
 * @param redactor cleans what leaves
 * @param clock gives the time of events
 * @param ids makes call ids
 * @param defaults fills what a tool's policy leaves open
 * @param shell is what attempts run on
 */
public record Services(
        AccessPolicy access,
        ScopeGrants scopes,
        ConsentProvider consents,
        ContextSafety safety,
        EventSink events,
        Confided content,
        Redactor redactor,
        Clock clock,
        Supplier<String> ids,
        ToolPolicy defaults,
        ShellServices shell) {}
