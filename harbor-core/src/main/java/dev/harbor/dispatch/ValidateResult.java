package dev.harbor.dispatch;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.json.UnserializableException;
import dev.harbor.json.Violation;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.ToolError;
import java.util.List;

/** Writes the result and holds it against what the tool declared. A misfit is the tool's fault and is never retried. */
final class ValidateResult implements Stage {

    @Override
    public String name() {
        return "result";
    }

    @Override
    public void apply(CallContext call) {
        PreparedTool tool = call.tool();
        try {
            call.encoded(tool.invoker()
                    .encodeResult(
                            call.output().value(), tool.policy().validation().result()));
        } catch (InvalidJsonException e) {
            blame(call, e.violations(), "the output of the tool does not fit its own schema", e);
        } catch (MalformedJsonException | UnserializableException e) {
            blame(call, List.of(), "the output of the tool can't be written as JSON", e);
        }
    }

    private static void blame(CallContext call, List<Violation> violations, String message, HarborException cause) {
        call.fail(new ToolError(ErrorCode.INVALID_RESULT, ErrorClass.PERMANENT, message, violations, true, cause));
    }
}
