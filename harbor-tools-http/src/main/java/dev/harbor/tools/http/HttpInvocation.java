package dev.harbor.tools.http;

import dev.harbor.access.ConsentRequired;
import dev.harbor.json.Json;
import dev.harbor.net.NetException;
import dev.harbor.net.NetLimits;
import dev.harbor.net.Reply;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolHandler;
import dev.harbor.tool.ToolOutput;
import dev.harbor.tool.ToolSuspended;
import dev.harbor.tool.ToolTimeout;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Is the code behind an HTTP tool: makes the request, sends it, and reads the answer. Nothing is sent twice, except after a 401 for which there is another
 * credential: that answer says that nothing was done.
 *
 * <p>Thread-safe.
 */
final class HttpInvocation implements ToolHandler<Json, ToolOutput<Json>> {

    private static final Set<String> TRACE = Set.of(TraceParent.HEADER, "tracestate");
    private static final Logger LOG = LoggerFactory.getLogger(HttpTool.class);

    private final RequestPlan plan;
    private final HttpAccess access;
    private final NetLimits limits;

    HttpInvocation(RequestPlan plan, HttpAccess access) {
        this.plan = plan;
        this.access = access;
        this.limits = limits(plan.answer());
    }

    private static NetLimits limits(HttpAnswer answer) {
        long most = Math.max(answer.maxBytes(), answer.maxArtifactBytes());
        int event =
                Math.max(1024, Math.min(answer.maxBytes(), NetLimits.standard().eventBytes()));
        return NetLimits.standard().body(most).stream(event, answer.maxBytes(), answer.maxEvents());
    }

    @Override
    public ToolOutput<Json> call(Json arguments, ToolContext context) {
        requireTime(context);
        try {
            HttpPaging paging = plan.answer().paging();
            return ToolOutput.of(
                    paging == null ? single(arguments, context) : new Pages(this, paging, arguments, context).read());
        } catch (NetException e) {
            throw e.toToolException();
        } catch (ConsentRequired e) {
            throw ToolSuspended.externalEvent(
                    String.valueOf(e.getMessage()), e.consent().payload());
        }
    }

    private static void requireTime(ToolContext context) {
        if (context.remaining().filter(Duration::isZero).isPresent()) {
            throw new ToolTimeout("the time was over before the request was sent", false, null);
        }
    }

    private Json single(Json arguments, ToolContext context) {
        try (Exchange exchange = send(plan.draft(arguments, context), context)) {
            return new AnswerReader(plan.answer(), exchange, context).read(plan.method());
        }
    }

    RequestPlan plan() {
        return plan;
    }

    /**
     * Sends a draft and returns the answer, which is a success.
     *
     * @throws NetException if there is no answer
     * @throws dev.harbor.tool.ToolException if it is no success, or a credential is missing
     */
    Exchange send(Draft draft, ToolContext context) {
        trace(draft, context);
        Draft unsigned = plan.auth().isEmpty() ? draft : draft.copy();
        Credentials credentials = Credentials.apply(plan.auth(), access.credentials(), context.identity(), draft);
        Reply reply = access.http().send(draft.outbound(plan.method(), limits), context.cancellation());
        if (reply.status() == 401 && credentials.renew()) {
            reply.close();
            credentials = Credentials.apply(plan.auth(), access.credentials(), context.identity(), unsigned);
            reply = access.http().send(unsigned.outbound(plan.method(), limits), context.cancellation());
        }
        Exchange exchange = new Exchange(reply, credentials.scrub());
        if (!reply.isSuccess()) {
            try (exchange) {
                throw Statuses.failure(reply, Problem.text(reply, exchange.scrub(), context.remaining()));
            }
        }
        return exchange;
    }

    /** A trace that can't be told costs nobody the call. */
    private void trace(Draft draft, ToolContext context) {
        try {
            Map<String, String> known = context.traceHeaders();
            Map<String, String> current = known.isEmpty() ? access.trace().current() : known;
            current.forEach((name, value) -> {
                if (TRACE.contains(HeaderNames.lower(name)) && !draft.hasHeader(name)) {
                    draft.header(name, value);
                }
            });
        } catch (RuntimeException e) {
            LOG.debug("the trace of a call is not known", e);
        }
        if (!draft.hasHeader(TraceParent.HEADER)) {
            draft.header(TraceParent.HEADER, TraceParent.of(context.idempotencyKey(), context.attempt()));
        }
    }
}
