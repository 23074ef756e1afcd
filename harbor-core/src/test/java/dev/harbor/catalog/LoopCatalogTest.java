package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.closable;
import static dev.harbor.catalog.Samples.tool;
import static dev.harbor.catalog.Samples.toolset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.tool.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LoopCatalogTest {

    private static LoopCatalog catalog(Tool<?, ?>... declared) {
        return LoopCatalog.of(Map.of("", List.of(declared)), RegistrationProfile.OPEN, 10, Runnable::run);
    }

    private static void install(LoopCatalog catalog, ExternalToolset toolset) {
        catalog.install(catalog.build(toolset, ToolBindings.NONE));
    }

    private static List<String> names(SnapshotHold hold) {
        return hold.snapshot().tools().stream().map(each -> each.id().name()).toList();
    }

    @Test
    void tools_areInTheOrderOfTheirDeclaration_andThenOfTheBytesOfTheirSources() {
        LoopCatalog catalog = catalog(tool("z"), tool("a"));
        install(catalog, toolset("\u00e9", "e2", "e1"));
        install(catalog, toolset("b", "b2", "b1"));
        install(catalog, toolset("Z", "q"));

        try (SnapshotHold hold = catalog.hold("")) {
            assertThat(names(hold)).containsExactly("z", "a", "q", "b2", "b1", "e2", "e1");
        }
    }

    @Test
    void held_tools_stayOpen_untilTheLastHolderIsDone_andThenAreClosedOnce() {
        AtomicInteger closed = new AtomicInteger();
        LoopCatalog catalog = catalog();
        install(catalog, ExternalToolset.of("s", "g1", List.of(closable("old", closed))));
        SnapshotHold first = catalog.hold("");
        SnapshotHold second = catalog.hold("");
        install(catalog, toolset("s", "new"));
        first.close();
        assertThat(closed).hasValue(0);
        second.close();
        second.close();

        assertThat(closed).hasValue(1);
    }

    @Test
    void close_closesWhatNobodyHolds_andLeavesDeclaredToolsOpen() {
        AtomicInteger external = new AtomicInteger();
        AtomicInteger declared = new AtomicInteger();
        LoopCatalog catalog = catalog(closable("mine", declared));
        install(catalog, ExternalToolset.of("s", "g1", List.of(closable("theirs", external))));
        catalog.close();
        catalog.close();

        assertThat(external).hasValue(1);
        assertThat(declared).hasValue(0);
        BuiltToolset late = catalog.build(toolset("s", "late"), ToolBindings.NONE);
        assertThatThrownBy(() -> catalog.install(late))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(Kind.CATALOG_CLOSED));
    }

    @Test
    void codeOfADeclaredTool_thatASourceBringsAgain_isNotClosedWithIt() {
        AtomicInteger closed = new AtomicInteger();
        Tool<?, ?> mine = closable("mine", closed);
        LoopCatalog catalog = catalog(mine);
        install(
                catalog,
                ExternalToolset.of(
                        "s", "g1", List.of(mine.define(builder -> builder.id(dev.harbor.tool.ToolId.of("theirs"))))));
        install(catalog, toolset("s"));

        assertThat(closed).hasValue(0);
    }

    @Test
    void built_toolset_isInstalledOnce_orClosedOnce() {
        AtomicInteger closed = new AtomicInteger();
        LoopCatalog catalog = catalog();
        BuiltToolset built =
                catalog.build(ExternalToolset.of("s", "g1", List.of(closable("a", closed))), ToolBindings.NONE);
        built.close();
        built.close();

        assertThat(closed).hasValue(1);
        assertThatThrownBy(() -> catalog.install(built)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> catalog().install(built)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void race_thatNamesAlone_wouldNotShow_isDecidedAtTheInstallation() {
        LoopCatalog catalog = catalog();
        BuiltToolset one = catalog.build(toolset("one", "same"), ToolBindings.NONE);
        BuiltToolset two = catalog.build(toolset("two", "same"), ToolBindings.NONE);
        catalog.install(one);

        assertThatThrownBy(() -> catalog.check(two)).isInstanceOfSatisfying(ToolsetChangeException.class, refusal -> {
            assertThat(refusal.kind()).isEqualTo(Kind.EXTERNAL_TOOL_COLLISION);
            assertThat(refusal.tool()).isEqualTo("same");
            assertThat(refusal.source()).isEqualTo("two");
        });
    }

    @Test
    void mode_thatIsNotThere_andABoundBelowOne_areRefused() {
        assertThatThrownBy(() -> catalog().hold("fast")).hasMessageContaining("fast");
        assertThatThrownBy(() ->
                        LoopCatalog.of(Map.of("", List.<Tool<?, ?>>of()), RegistrationProfile.OPEN, 0, Runnable::run))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> catalog(tool("a"), tool("a"))).isInstanceOf(DuplicateTool.class);
    }

    @Test
    void labels_areBoundedInBytes_beforeAnyFactoryIsAsked() {
        assertKind(Kind.INVALID_EXTERNAL_SOURCE, "", "g");
        assertKind(Kind.INVALID_EXTERNAL_SOURCE, "s".repeat(65), "g");
        assertKind(Kind.INVALID_EXTERNAL_SOURCE, "\u00e9".repeat(33), "g");
        assertKind(Kind.INVALID_EXTERNAL_SOURCE, "two\nlines", "g");
        assertKind(Kind.INVALID_EXTERNAL_GENERATION, "s", "");
        assertKind(Kind.INVALID_EXTERNAL_GENERATION, "s", "g".repeat(129));
        assertThat(new ExternalToolset("\u00e9".repeat(32), "g".repeat(128), List.of()).definitions())
                .isEmpty();
    }

    private static void assertKind(Kind kind, String source, String generation) {
        assertThatThrownBy(() -> new ExternalToolset(source, generation, List.of()))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class,
                        refusal -> assertThat(refusal.kind()).isEqualTo(kind));
    }

    @Test
    void message_namesKindToolAndReason() {
        LoopCatalog catalog = catalog(tool("mine"));
        assertThatThrownBy(() -> catalog.build(toolset("s", "mine"), ToolBindings.NONE))
                .hasMessageContaining("(external_tool_collision)")
                .hasMessageContaining("tool='mine'");
    }
}
