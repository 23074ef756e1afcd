package dev.harbor.runtime;

import dev.harbor.event.RedactionException;
import dev.harbor.event.Redactor;
import dev.harbor.history.NewPause;
import dev.harbor.history.OpenPause;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunStore;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.pause.Pause;
import dev.harbor.pause.PauseReason;
import dev.harbor.pause.PauseToken;
import dev.harbor.run.Invocation;
import dev.harbor.tool.ToolSuspended;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes pauses, and shows them to people: what leaves is redacted, and no token is in it. Thread-safe. */
final class Pauses {

    private final Supplier<String> secrets;
    private final Clock clock;
    private final Redactor redactor;
    private final Duration expiry;

    Pauses(Supplier<String> secrets, Clock clock, Redactor redactor, Duration expiry) {
        this.secrets = secrets;
        this.clock = clock;
        this.redactor = redactor;
        this.expiry = expiry;
    }

    NewPause mint(String runId, PauseReason reason, String message, Json payload) {
        return mint(runId, reason, message, payload, expiry);
    }

    /** Makes the pause of a tool that waits; it may say itself until when. */
    NewPause mint(String runId, ToolSuspended by) {
        return mint(
                runId,
                by.reason(),
                by.message(),
                by.payload(),
                by.expiry().map(Pauses::bounded).orElse(expiry));
    }

    private static Duration bounded(Duration wanted) {
        Duration most = HarborRuntime.Builder.MAX_PAUSE_EXPIRY;
        return wanted.compareTo(most) > 0 ? most : wanted;
    }

    private NewPause mint(String runId, PauseReason reason, String message, Json payload, Duration after) {
        PauseToken token = PauseToken.of(RunStore.rootOf(runId), secrets.get());
        return new NewPause(token, reason, message, payload, clock.instant().plus(after));
    }

    /** Returns why a run waits, and what a person finds its pauses by. */
    static Json result(List<String> pauseIds) {
        return Json.of(Map.of("pauses", pauseIds));
    }

    static String reason(PauseReason reason) {
        return "pause:" + reason.wireName();
    }

    Pause show(Identity identity, RunFold run, OpenPause pause) {
        return new Pause(
                pause.id(),
                pause.reason(),
                identity,
                pause.runId(),
                call(run, pause),
                text(pause.message()),
                redacted(pause.payload()),
                pause.at(),
                pause.expiresAt());
    }

    private Pause.@Nullable Call call(RunFold run, OpenPause pause) {
        String callId = pause.callId();
        if (callId == null) {
            return null;
        }
        Invocation call = run.invocation(callId).orElseThrow();
        Json arguments = pause.arguments();
        return new Pause.Call(
                callId,
                call.tool(),
                call.effect().wireName(),
                call.definitionDigest(),
                call.argumentsDigest(),
                arguments == null ? Json.NULL : redacted(arguments));
    }

    /** Returns the arguments to call with, of which a person saw {@link #show} and made others. */
    Json edited(OpenPause pause, Json edited) {
        Json exact = pause.arguments();
        return exact == null ? edited : EditedArguments.of(exact, redacted(exact), edited);
    }

    /** What can't be redacted is not shown, but a person can still see that something waits. */
    private Json redacted(Json value) {
        try {
            return redactor.redact(value);
        } catch (RedactionException e) {
            return Json.of(Map.of("not_shown_bytes", value.sizeBytes()));
        }
    }

    private String text(String message) {
        try {
            return redactor.redact(message);
        } catch (RedactionException e) {
            return "";
        }
    }
}
