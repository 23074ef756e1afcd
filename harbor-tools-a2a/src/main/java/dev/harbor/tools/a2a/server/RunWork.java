package dev.harbor.tools.a2a.server;

import dev.harbor.plan.Planner;
import dev.harbor.run.Profile;
import dev.harbor.runtime.ResumeRequest;
import dev.harbor.runtime.RunRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Is work that the embedder makes a run of. */
record RunWork(
        Function<A2aMessage, RunRequest> request,
        @Nullable Planner planner,
        @Nullable Profile profile) implements Work.OfRuns {

    @Override
    public RunRequest start(A2aMessage message) {
        RunRequest wanted = request.apply(message);
        wanted = planner == null ? wanted : wanted.planner(planner);
        return profile == null ? wanted : wanted.profile(profile);
    }

    @Override
    public ResumeRequest resume(String runId, A2aMessage message) {
        ResumeRequest wanted = ResumeRequest.of(runId);
        wanted = planner == null ? wanted : wanted.planner(planner);
        return profile == null ? wanted : wanted.profile(profile);
    }
}
