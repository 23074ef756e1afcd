package dev.harbor.inspector;

import dev.harbor.event.Redactor;
import dev.harbor.runtime.HarborRuntime;
import java.io.IOException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a runtime to operators: pages for a browser, which needs nothing but them. It belongs to no framework: whatever serves its address hands over each request and sends what
 * comes back.
 *
 * <pre>{@code
 * LiveEvents live = LiveEvents.create();
 * HarborRuntime runtime = HarborRuntime.builder().events(live)...build();
 * Inspector inspector = Inspector.builder(runtime).live(live).authorizer(request -> accessOf(request)).build();
 * server.createContext("/inspector", InspectorHandler.of(inspector));
 * }</pre>
 *
 * <p>Until an authorizer is given it refuses everything. What an authorizer admits may read; deciding and steering is allowed by name. What comes from runs is shown as text without
 * secrets, and a strict policy keeps browsers from running anything else than the inspector's own script.
 *
 * <p>Thread-safe. Close it before the runtime that it shows, so that open streams end.
 */
public final class Inspector implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);

    private final InspectorAuthorizer authorizer;
    private final Parts parts;
    private final Routes routes;

    /**
     * Is what pages are made from.
     *
     * @param runtime what is shown
     * @param events what happens in it
     * @param redactor takes secrets out
     * @param limits the bounds
     * @param clock tells how old things are
     * @param places who listens
     */
    record Parts(
            HarborRuntime runtime,
            LiveEvents events,
            Redactor redactor,
            InspectorLimits limits,
            Clock clock,
            Places places) {}

    private Inspector(Builder from) {
        authorizer = from.authorizer;
        parts = new Parts(from.runtime, from.events, from.redactor, from.limits, from.clock, new Places(from.limits));
        routes = new Routes(parts);
    }

    /** Returns a builder of an inspector that refuses everything. */
    public static Builder builder(HarborRuntime runtime) {
        return new Builder(runtime);
    }

    /**
     * Answers a request. Blocks on the authorizer and the journal. May be called by any number of threads.
     *
     * @throws IOException if the body can't be read
     */
    public InspectorResponse handle(InspectorRequest request) throws IOException {
        InspectorResponse response = answer(request);
        if (!request.method().equals("HEAD")) {
            return response;
        }
        response.close();
        return response.withoutBody();
    }

    private InspectorResponse answer(InspectorRequest request) throws IOException {
        try {
            Optional<InspectorAccess> access = authorizer.admit(request);
            return access.isPresent()
                    ? routes.answer(request, access.get())
                    : Problem.page(request, 403, "You may not see this.");
        } catch (Refusal e) {
            return Problem.page(request, e.status(), String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("a look at runs failed", e);
            return Problem.page(request, 500, "That failed; the log says why.");
        }
    }

    int openStreams() {
        return parts.places().open();
    }

    /** Ends open streams, and refuses new ones. May be called more than once. */
    @Override
    public void close() {
        routes.close();
    }

    /** Collects what an inspector is made of. Not thread-safe. */
    public static final class Builder {

        private final HarborRuntime runtime;
        private InspectorAuthorizer authorizer = InspectorAuthorizer.NOBODY;
        private LiveEvents events = LiveEvents.create();
        private Redactor redactor = Redactor.standard();
        private InspectorLimits limits = InspectorLimits.standard();
        private Clock clock = Clock.systemUTC();

        private Builder(HarborRuntime runtime) {
            this.runtime = Objects.requireNonNull(runtime, "runtime");
        }

        /** Sets who decides who sees what; nobody sees anything when never set. */
        public Builder authorizer(InspectorAuthorizer value) {
            authorizer = Objects.requireNonNull(value, "authorizer");
            return this;
        }

        /** Sets what the runtime was built with to tell what happens. When never set, a run that is looked at is read every now and then, and nothing else is live. */
        public Builder live(LiveEvents value) {
            events = Objects.requireNonNull(value, "live");
            return this;
        }

        /** Sets what takes secrets out of everything that is shown; {@link Redactor#standard()} when never set. */
        public Builder redactor(Redactor value) {
            redactor = Objects.requireNonNull(value, "redactor");
            return this;
        }

        /** Sets the limits. */
        public Builder limits(InspectorLimits bounds) {
            limits = Objects.requireNonNull(bounds, "limits");
            return this;
        }

        /** Sets the clock that tells how old things are; the system's when never set. */
        public Builder clock(Clock time) {
            clock = Objects.requireNonNull(time, "clock");
            return this;
        }

        /** Returns the inspector. */
        public Inspector build() {
            return new Inspector(this);
        }
    }
}
