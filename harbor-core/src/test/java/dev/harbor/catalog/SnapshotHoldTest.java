package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.catalog;
import static dev.harbor.catalog.Samples.closable;
import static dev.harbor.catalog.Samples.listed;
import static dev.harbor.catalog.Samples.tool;
import static dev.harbor.catalog.Samples.toolset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import dev.harbor.tool.ToolInvoker;
import dev.harbor.tool.ToolOutput;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When the tools of a slot are closed. */
final class SnapshotHoldTest {

    private final AtomicInteger closed = new AtomicInteger();

    @Test
    void replacedTool_thatNobodyHolds_isClosedAtOnce() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");

        catalog.replace(toolset("files"));

        assertThat(closed).hasValue(1);
    }

    @Test
    void replacedTool_thatATurnHolds_isClosedWhenTheLastHolderIsDone() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");
        SnapshotHold first = catalog.hold();
        SnapshotHold second = first.snapshot().hold();

        catalog.replace(toolset("files"));
        assertThat(listed(first.snapshot())).containsExactly("list");
        first.close();
        first.close();
        assertThat(closed).hasValue(0);
        second.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void tool_heldThroughSeveralSnapshots_isClosedAfterAllOfThem() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");
        SnapshotHold before = catalog.hold();
        catalog.replace(toolset("mail", "send"));
        SnapshotHold between = catalog.hold();
        catalog.replace(toolset("files"));

        between.close();
        assertThat(closed).hasValue(0);
        before.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void tool_inTheNextGenerationToo_staysOpen() {
        ToolCatalog catalog = catalog();
        Tool<Json, Json> kept = closable("list", closed);
        catalog.replace(ExternalToolset.of("files", "g1", List.of(kept)));

        catalog.replace(ExternalToolset.of("files", "g2", List.of(kept.description("Lists files"))));
        assertThat(closed).hasValue(0);
        catalog.replace(toolset("files"));

        assertThat(closed).hasValue(1);
    }

    @Test
    void replacement_ofAnotherSource_closesNothing() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");

        catalog.replace(toolset("mail", "send"));
        catalog.replace(toolset("mail"));

        assertThat(closed).hasValue(0);
    }

    @Test
    void toolsOfARefusedReplacement_areClosedOnce() {
        ToolCatalog catalog = catalog(tool("read"));

        assertThatThrownBy(() -> catalog.replace(
                        ExternalToolset.of("files", "g1", List.of(closable("list", closed), closable("read", closed)))))
                .isInstanceOf(ToolsetChangeException.class);

        assertThat(closed).hasValue(2);
    }

    @Test
    void toolInUse_survivesTheRefusalOfAReplacementThatBringsItAgain() {
        ToolCatalog catalog = catalog(tool("read"));
        Tool<Json, Json> kept = closable("list", closed);
        catalog.replace(ExternalToolset.of("files", "g1", List.of(kept)));

        assertThatThrownBy(() -> catalog.replace(ExternalToolset.of("files", "g2", List.of(kept, tool("read")))))
                .isInstanceOf(ToolsetChangeException.class);

        assertThat(closed).hasValue(0);
    }

    @Test
    void declaredTool_isNeverClosed() {
        Tool<Json, Json> declared = closable("read", closed);
        ToolCatalog catalog = catalog(declared);
        catalog.replace(ExternalToolset.of("files", "g1", List.of(declared.define(b -> b.id(ToolId.of("list"))))));

        catalog.replace(toolset("files"));
        catalog.close();

        assertThat(closed).hasValue(0);
    }

    @Test
    void close_ofTheCatalog_closesWhatIsNotHeld_andTheRestLater() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");
        SnapshotHold hold = catalog.hold();

        catalog.close();
        assertThat(closed).hasValue(0);
        hold.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void tool_thatFailsToClose_keepsNoOtherOpen() {
        ToolCatalog catalog = catalog();
        catalog.replace(ExternalToolset.of("files", "g1", List.of(failing("a"), closable("b", closed))));

        catalog.replace(toolset("files"));

        assertThat(closed).hasValue(1);
    }

    @Test
    void snapshot_thatNobodyHolds_cantBeHeldAgain() {
        ToolCatalog catalog = catalog();
        install(catalog, "list");
        CatalogSnapshot old = catalog.snapshot();
        catalog.replace(toolset("files"));

        assertThatThrownBy(old::hold).isInstanceOf(IllegalStateException.class);
        assertThat(listed(old)).containsExactly("list");
    }

    @Test
    void hold_whereNothingCanBeClosed_isTheSameEachTime() {
        ToolCatalog catalog = catalog(tool("read"));

        assertThat(catalog.hold()).isSameAs(catalog.hold());
        catalog.hold().close();
        assertThat(catalog.hold().snapshot()).isSameAs(catalog.snapshot());
    }

    private void install(ToolCatalog catalog, String name) {
        catalog.replace(ExternalToolset.of("files", "g1", List.of(closable(name, closed))));
    }

    private static Tool<Json, Json> failing(String name) {
        return Tool.of(
                ToolDefinition.builder(ToolId.of(name), Samples.ANY_OBJECT).build(), new ToolInvoker<>() {
                    @Override
                    public Json decode(Json arguments) {
                        return arguments;
                    }

                    @Override
                    public Json encodeInput(Json input) {
                        return input;
                    }

                    @Override
                    public ToolOutput<Json> invoke(Json input, ToolContext context) {
                        return ToolOutput.of(input);
                    }

                    @Override
                    public Json encodeResult(Json value, boolean validate) {
                        return value;
                    }

                    @Override
                    public void close() {
                        throw new IllegalStateException("stuck");
                    }
                });
    }
}
