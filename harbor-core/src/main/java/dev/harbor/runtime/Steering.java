package dev.harbor.runtime;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.ControlApplied;
import dev.harbor.event.ControlRejected;
import dev.harbor.history.Records;
import dev.harbor.history.Records.Draft;
import dev.harbor.history.RunFold;
import dev.harbor.history.RunHistory;
import dev.harbor.history.RunStore;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import dev.harbor.pause.ControlScope;
import dev.harbor.pause.PauseToken;
import dev.harbor.pause.Resolution;
import dev.harbor.run.RunException;
import dev.harbor.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Takes what people want of runs that are under way, from those who may. Thread-safe. */
final class Steering {

    private final RuntimeParts parts;
    private final Runs runs;
    private final PauseCoordinator pauses;

    Steering(RuntimeParts parts, Runs runs, PauseCoordinator pauses) {
        this.parts = parts;
        this.runs = runs;
        this.pauses = pauses;
    }

    /** Steers a run as an identity may; a run of another session does not exist for it. */
    @Nullable
    RunHandle steer(Identity caller, String runId, Control control) {
        Identity owner = ownerOf(runId);
        ControlScope scope = ControlScope.of(caller, owner).orElseThrow(() -> Runs.notFound(runId));
        return steer(new RunIdentity(owner, runId), scope, control);
    }

    /** Steers a run as an operator may. */
    @Nullable
    RunHandle steer(String runId, Control control) {
        return steer(new RunIdentity(ownerOf(runId), runId), ControlScope.ADMIN, control);
    }

    private Identity ownerOf(String runId) {
        return parts.runs().identityOf(runId).orElseThrow(() -> Runs.notFound(runId));
    }

    private @Nullable RunHandle steer(RunIdentity root, ControlScope scope, Control control) {
        try {
            if (!scope.includes(control.kind().least())) {
                throw refused(control, "takes the say of " + control.kind().least());
            }
            RunHandle handle = apply(root, control);
            parts.events()
                    .accept(new ControlApplied(
                            root.identity(),
                            root.runId(),
                            control.at(),
                            control.kind().wireName(),
                            control.actor()));
            return handle;
        } catch (HarborException e) {
            parts.events()
                    .accept(new ControlRejected(
                            root.identity(),
                            root.runId(),
                            control.at(),
                            control.kind().wireName(),
                            control.actor(),
                            e.code().value()));
            throw e;
        }
    }

    private @Nullable RunHandle apply(RunIdentity root, Control control) {
        return switch (control.kind()) {
            case CANCEL -> cancel(root, control);
            case APPROVE -> resolve(root, control, Resolution.approve(control.actor()));
            case REJECT -> resolve(root, control, Resolution.reject(control.actor()));
            case REDIRECT -> {
                text(control, "goal");
                yield write(root, control);
            }
            case PRIORITIZE -> {
                number(control, "priority");
                yield write(root, control);
            }
            case USER_MESSAGE -> {
                text(control, "message");
                yield write(root, control);
            }
            case INJECT_CONTEXT, PAUSE, RESUME -> write(root, control);
        };
    }

    /** A run that is driven here is told, so that its handle ends as it should; any other is taken from whoever drives it. */
    private @Nullable RunHandle cancel(RunIdentity root, Control control) {
        String why = optionalText(control, "reason").orElse("cancelled by " + control.actor());
        RunHandle live = runs.liveHandle(root);
        if (live == null) {
            runs.cancel(root, why);
        } else {
            live.cancel(why);
            cancelWhatWaits(live, root, why);
        }
        return null;
    }

    /** A drive that was about to park when it was told has parked; the run is not to go on all the same. */
    @SuppressWarnings("FutureReturnValueIgnored") // the run's own future is kept; what comes back here ends with it
    private void cancelWhatWaits(RunHandle live, RunIdentity root, String why) {
        live.result().thenAccept(ended -> {
            boolean isDoubt = ended.reason().equals(ErrorCode.UNKNOWN_WRITE_OUTCOME.value());
            if (ended.state() == RunState.WAITING && !isDoubt) {
                runs.cancel(root, why);
            }
        });
    }

    private @Nullable RunHandle resolve(RunIdentity root, Control control, Resolution resolution) {
        String token = text(control, "token");
        if (!RunStore.rootOf(token).equals(root.runId())) {
            throw refused(control, "names a pause of another run");
        }
        return pauses.resolve(
                        root.identity(),
                        PauseToken.of(token).value(),
                        resolution.note(optionalText(control, "reason").orElse("")))
                .run();
    }

    private @Nullable RunHandle write(RunIdentity root, Control control) {
        return runs.outside().write(root, history -> drafts(history, control));
    }

    private static List<Draft> drafts(RunHistory history, Control control) {
        RunFold run = history.root();
        if (run.state().isTerminal()) {
            throw refused(
                    control,
                    "is for a run that goes on; this one has ended as "
                            + run.state().wireName());
        }
        List<Draft> drafts = new ArrayList<>();
        drafts.add(Records.controlled(run.started().runId(), control));
        if (control.kind() == ControlKind.RESUME) {
            boolean isHeld = run.state() == RunState.WAITING && run.reason().equals(RunHandle.PAUSED);
            drafts.addAll(isHeld ? List.of(Records.resumed(run.started().runId(), List.of())) : Runs.answered(history));
        }
        return drafts;
    }

    private static String text(Control control, String name) {
        return optionalText(control, name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> refused(control, "needs a text '" + name + "'"));
    }

    private static Optional<String> optionalText(Control control, String name) {
        Optional<Json> member = control.payload().get(name).filter(value -> !value.isNull());
        if (member.isPresent() && member.get().kind() != Json.Kind.STRING) {
            throw refused(control, "has a '" + name + "' that is no text");
        }
        return member.map(Json::asString);
    }

    private static void number(Control control, String name) {
        try {
            control.payload()
                    .get(name)
                    .orElseThrow(() -> refused(control, "needs a number '" + name + "'"))
                    .asLong();
        } catch (InvalidJsonException e) {
            throw refused(control, "has a '" + name + "' that is no whole number");
        }
    }

    private static RunException refused(Control control, String why) {
        return new RunException(
                ErrorCode.CONTROL_REFUSED, "the control '" + control.kind().wireName() + "' " + why);
    }
}
