package dev.harbor.tools.mcp;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.json.Json;
import dev.harbor.runtime.Caller;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.tool.ToolContent;
import dev.harbor.tool.ToolOutcome;
import dev.harbor.transport.ToolSource;
import java.util.function.UnaryOperator;

/** Is a runtime over some sources, and somebody who calls. */
final class World implements AutoCloseable {

    static final Identity ADA = Identity.of("acme", "ada", "s-1");

    final HarborRuntime runtime;
    final Caller ada;

    World(ToolSource... sources) {
        this(builder -> builder, sources);
    }

    World(UnaryOperator<HarborRuntime.Builder> host, ToolSource... sources) {
        HarborRuntime.Builder builder =
                host.apply(HarborRuntime.builder().artifacts(Artifacts.memory()).journal(InMemoryJournal.create()));
        for (ToolSource source : sources) {
            builder.source(source);
        }
        runtime = builder.build();
        ada = runtime.as(ADA);
    }

    ToolOutcome<Json> call(String tool, String arguments) {
        return ada.call(tool, Json.parse(arguments));
    }

    Json result(String tool, String arguments) {
        ToolOutcome<Json> outcome = call(tool, arguments);
        if (outcome instanceof ToolOutcome.Success<Json> success) {
            return success.content() instanceof ToolContent.Inline inline
                    ? inline.json()
                    : success.content().visible();
        }
        throw new AssertionError("no success: " + outcome);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
