package dev.harbor.dispatch;

import dev.harbor.catalog.CatalogSnapshot;
import dev.harbor.catalog.ToolLookup;
import dev.harbor.error.ErrorCode;
import dev.harbor.identity.Identity;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import dev.harbor.tool.ToolOutcome;
import java.util.Arrays;
import java.util.List;

/**
 * Takes every call, whoever makes it and whatever the tool runs on, through the same stages.
 *
 * <p>Thread-safe.
 */
public final class Dispatcher {

    private final Services services;
    private final PreparedTools prepared;
    private final Stage[] stages;

    /** Creates a dispatcher over what the stages share. */
    public Dispatcher(Services services) {
        this.services = services;
        this.prepared = new PreparedTools(services);
        this.stages = stages(prepared).toArray(Stage[]::new);
    }

    // snippet: stages
    static List<Stage> stages(PreparedTools prepared) {
        return List.of(
                new RequireIdentity(),
                new Resolve(prepared),
                new DecodeArguments(),
                new Authorise(),
                new ObtainCredentials(),
                new RecordIntent(),
                new Invoke(),
                new ValidateResult(),
                new SettleContent(),
                new RecordOutcome(),
                new Report());
    }
    // end

    /** Returns the names of the stages, in the order in which a call meets them. */
    public List<String> stages() {
        return Arrays.stream(stages).map(Stage::name).toList();
    }

    /** Returns the tools that were called so far. */
    public PreparedTools prepared() {
        return prepared;
    }

    /** Makes a call and returns its outcome with the result as JSON; heavy results are there as well, for Java callers. */
    public ToolOutcome<Json> dispatchJson(CallRequest request) {
        CallContext call = new CallContext(request, this, services);
        ToolOutcome<Object> outcome = dispatch(call);
        return outcome.map(value -> call.result());
    }

    /** Makes a call of a registered tool and returns its outcome with the result as the value that the tool gave. */
    @SuppressWarnings("unchecked") // the request was built from a Tool of that type, and Resolve accepts no other
    public <O> ToolOutcome<O> dispatchTyped(CallRequest request) {
        return (ToolOutcome<O>) dispatch(new CallContext(request, this, services));
    }

    /**
     * Checks arguments as a call would, and calls nothing; those of a tool that is not there pass.
     *
     * @throws dev.harbor.json.InvalidJsonException if they don't fit
     */
    public void check(CatalogSnapshot snapshot, Identity identity, String tool, Json arguments) {
        if (snapshot.resolve(tool, identity, services.scopes()) instanceof ToolLookup.Found found) {
            PreparedTool known = prepared.of(found.tool());
            known.invoker().decode(arguments);
            List<Violation> violations = known.strictViolations(arguments);
            if (!violations.isEmpty()) {
                throw new InvalidJsonException(violations);
            }
        }
    }

    private ToolOutcome<Object> dispatch(CallContext call) {
        for (Stage stage : stages) {
            if (stage.concerns(call)) {
                apply(stage, call);
            }
        }
        return call.outcome();
    }

    /** A fault of an SPI behind a stage must not lose the outcome of the call, so it becomes one. */
    private static void apply(Stage stage, CallContext call) {
        try {
            stage.apply(call);
        } catch (RuntimeException | StackOverflowError e) {
            boolean known = !call.isInDoubt();
            ToolError error = new ToolError(
                    ErrorCode.INTERNAL_ERROR,
                    ErrorClass.PERMANENT,
                    "the stage '" + stage.name() + "' failed",
                    List.of(),
                    known,
                    e);
            call.end(
                    known
                            ? new ToolOutcome.Failure<>(call.info(), error)
                            : new ToolOutcome.Unknown<>(call.info(), error));
        }
    }
}
