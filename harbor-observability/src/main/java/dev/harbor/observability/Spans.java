package dev.harbor.observability;

import dev.harbor.event.CallEvent;
import dev.harbor.event.CallProvenance;
import dev.harbor.event.EventSink;
import dev.harbor.event.HarborEvent;
import dev.harbor.event.PauseRequested;
import dev.harbor.event.PauseResolved;
import dev.harbor.event.RunEnded;
import dev.harbor.event.RunResumed;
import dev.harbor.event.RunStarted;
import dev.harbor.event.ToolAttempted;
import dev.harbor.event.ToolInvoked;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.ToolId;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of drives of runs and of calls. Events come on the thread that does the work, so the parent of a span is what is current there, and a span is current from its
 * first event to its last.
 */
final class Spans implements EventSink {

    /** Endings that are no failure of anybody. */
    private static final Set<String> UNFAILED = Set.of("success", "paused", "cancelled");

    private final Map<Key, OpenSpan> open = new ConcurrentHashMap<>();
    private final Tracer tracer;
    private final @Nullable String agent;
    private final Who who;
    private volatile boolean closed;

    /** Names a drive, or a call when it has one; ids of runs are unique in their session only. */
    private record Key(Identity identity, String run, String call) {

        static Key of(CallProvenance call) {
            return new Key(call.identity(), call.runId().orElse(""), call.callId());
        }
    }

    Spans(Tracer tracer, @Nullable String agent, Who who) {
        this.tracer = tracer;
        this.agent = agent;
        this.who = who;
    }

    @Override
    public void accept(HarborEvent event) {
        if (event instanceof CallEvent call) {
            accept(call);
        } else if (event instanceof RunStarted started) {
            begin(started.run(), started, null, false);
        } else if (event instanceof RunResumed resumed) {
            begin(resumed.run(), resumed, resumed.trace(), true);
        } else if (event instanceof RunEnded ended) {
            end(ended);
        } else if (event instanceof PauseRequested asked) {
            tell(asked, "harbor.pause.requested", Attributes.of(Names.PAUSE_REASON, asked.reason()));
        } else if (event instanceof PauseResolved answered) {
            tell(
                    answered,
                    "harbor.pause.resolved",
                    Attributes.of(Names.PAUSE_REASON, answered.reason(), Names.RESOLUTION, answered.resolution()));
        }
    }

    private void accept(CallEvent event) {
        Ended ended = Ended.of(event);
        if (ended != null) {
            end(ended);
        } else if (event instanceof ToolInvoked invoked) {
            begin(invoked.call());
        } else if (event instanceof ToolAttempted attempted && attempted.failure() != null) {
            OpenSpan call = open.get(Key.of(event.call()));
            if (call != null) {
                call.span()
                        .addEvent(
                                "harbor.attempt.failed",
                                Attributes.of(
                                        Names.ATTEMPT,
                                        (long) attempted.attempt(),
                                        Names.ERROR,
                                        attempted.failure().code().value()));
            }
        }
    }

    private void begin(String run, HarborEvent event, @Nullable String before, boolean resumed) {
        SpanBuilder span = tracer.spanBuilder(agent == null ? Names.INVOKE_AGENT : Names.INVOKE_AGENT + ' ' + agent)
                .setAttribute(Names.OPERATION, Names.INVOKE_AGENT)
                .setAttribute(Names.RUN, run)
                .setAttribute(Names.RESUMED, resumed);
        if (agent != null) {
            span.setAttribute(Names.AGENT, agent);
        }
        if (before != null) {
            SpanContext link = TraceContext.parse(before);
            if (link.isValid()) {
                span.addLink(link);
            }
        }
        begin(new Key(event.identity(), run, ""), span);
    }

    /** Which tool it is is not known before the call was resolved; what its caller called it may be anything. */
    private void begin(CallProvenance call) {
        SpanBuilder span = tracer.spanBuilder(Names.EXECUTE_TOOL)
                .setAttribute(Names.OPERATION, Names.EXECUTE_TOOL)
                .setAttribute(Names.CALL_ID, call.callId());
        call.runId().ifPresent(run -> span.setAttribute(Names.RUN, run));
        begin(Key.of(call), span);
    }

    private void begin(Key key, SpanBuilder span) {
        if (closed) {
            return;
        }
        who.name(span, key.identity());
        OpenSpan before = open.put(key, new OpenSpan(span.startSpan()));
        if (before != null) {
            abandon(before);
        }
        if (closed) {
            close();
        }
    }

    private void tell(HarborEvent event, String name, Attributes attributes) {
        OpenSpan run = open.get(new Key(event.identity(), event.runId().orElse(""), ""));
        if (run != null) {
            run.span().addEvent(name, attributes);
        }
    }

    private void end(RunEnded ended) {
        OpenSpan run = open.remove(new Key(ended.identity(), ended.run(), ""));
        if (run != null) {
            run.span().setAttribute(Names.RUN_STATE, ended.state()).setAttribute(Names.RUN_REASON, ended.reason());
            if (ended.state().equals("failed")) {
                fail(run.span(), ended.reason());
            }
            run.end();
        }
    }

    private void end(Ended ended) {
        OpenSpan call = open.remove(Key.of(ended.call()));
        if (call != null) {
            describe(call.span(), ended.call());
            call.span()
                    .setAttribute(Names.OUTCOME, ended.outcome())
                    .setAttribute(Names.ATTEMPTS, (long) ended.attempts())
                    .setAttribute(Names.ARGUMENTS_BYTES, (long) ended.call().argumentsBytes());
            if (ended.resultBytes() > 0) {
                call.span().setAttribute(Names.RESULT_BYTES, ended.resultBytes());
            }
            if (!UNFAILED.contains(ended.outcome())) {
                fail(call.span(), ended.error() == null ? Bounded.OTHER : ended.error());
            }
            call.end();
        }
    }

    private static void describe(Span span, CallProvenance call) {
        ToolId tool = call.tool().orElse(null);
        if (tool != null) {
            span.updateName(Names.EXECUTE_TOOL + ' ' + tool.name());
            span.setAttribute(Names.TOOL, tool.name())
                    .setAttribute(Names.TOOL_TYPE, "function")
                    .setAttribute(Names.TOOL_ID, tool.toString());
            call.effect().ifPresent(effect -> span.setAttribute(Names.EFFECT, effect.wireName()));
            call.transport().ifPresent(kind -> span.setAttribute(Names.TRANSPORT, kind.toString()));
            if (!call.source().isEmpty()) {
                span.setAttribute(Names.SOURCE, call.source());
            }
        }
    }

    /** Shows what a call was given and gave. */
    void describe(CallProvenance call, Json arguments, @Nullable Json result) {
        OpenSpan span = open.get(Key.of(call));
        if (span != null) {
            span.span().setAttribute(Names.ARGUMENTS, arguments.toString());
            if (result != null) {
                span.span().setAttribute(Names.RESULT, result.toString());
            }
        }
    }

    private static void fail(Span span, String error) {
        span.setAttribute(Names.ERROR, error).setStatus(StatusCode.ERROR);
    }

    private static void abandon(OpenSpan left) {
        left.span().setAttribute(Names.ABANDONED, true);
        left.end();
    }

    /** Takes nothing more and ends what has not ended. */
    void close() {
        closed = true;
        open.keySet().forEach(key -> {
            OpenSpan left = open.remove(key);
            if (left != null) {
                abandon(left);
            }
        });
    }
}
