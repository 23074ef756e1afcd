package dev.harbor.tool;

import dev.harbor.artifact.Evidence;
import dev.harbor.json.InvalidJsonException;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.json.UnserializableException;
import java.util.ArrayList;
import java.util.List;

/** Is the code of a tool whose results make evidence. Thread-safe if that code is. */
record ProjectingInvoker<I, O>(ToolInvoker<I, O> code, List<EvidenceProjection> projections)
        implements ForwardingInvoker<I, O> {

    /** The claims come after those that the tool makes itself. */
    @Override
    public ToolOutput<O> invoke(I input, ToolContext context) throws Exception {
        ToolOutput<O> output = code.invoke(input, context);
        // A tool that returns nothing is blamed by whoever called it.
        return output == null ? output : projected(output);
    }

    private ToolOutput<O> projected(ToolOutput<O> output) {
        Json result;
        try {
            result = code.encodeResult(output.value(), false);
        } catch (InvalidJsonException | MalformedJsonException | UnserializableException e) {
            // What can't be written is refused where results are held to their schema, with its place.
            return output;
        }
        List<Evidence> all = new ArrayList<>(output.evidence());
        projections.forEach(each -> all.add(each.project(result)));
        return new ToolOutput<>(output.value(), output.blocks(), all);
    }
}
