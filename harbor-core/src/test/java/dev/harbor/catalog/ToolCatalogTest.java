package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.ADA;
import static dev.harbor.catalog.Samples.catalog;
import static dev.harbor.catalog.Samples.listed;
import static dev.harbor.catalog.Samples.resolve;
import static dev.harbor.catalog.Samples.tool;
import static dev.harbor.catalog.Samples.toolset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ToolCatalogTest {

    @Test
    void catalog_withoutTools_isEmpty() {
        assertThat(listed(catalog().snapshot())).isEmpty();
        assertThat(resolve(catalog(), "read")).isInstanceOf(ToolLookup.NotFound.class);
    }

    @Test
    void declare_twoVersions_keepsBoth() {
        assertThat(catalog(tool("read"), tool("read").version("v2")).snapshot().list(CatalogQuery.of(ADA)))
                .hasSize(2);
    }

    @Test
    void declare_sameIdTwice_isRefusedNamingIt() {
        ToolCatalog.Builder builder = ToolCatalog.builder().declare(tool("read"), tool("write"), tool("read"));

        assertThatThrownBy(builder::build).isInstanceOfSatisfying(DuplicateTool.class, e -> {
            assertThat(e.toolId()).isEqualTo(ToolId.of("read"));
            assertThat(e.code()).isEqualTo(ErrorCode.DUPLICATE_TOOL);
            assertThat(e).hasMessageContaining("read@v1");
        });
    }

    @Test
    void declare_null_isRefused() {
        assertThatThrownBy(() -> ToolCatalog.builder().declare((Tool<?, ?>) null))
                .isInstanceOf(NullPointerException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " read", "read ", "a@b", "a\nb", "a\u202eb"})
    void toolId_ofUnprintableName_isRefused(String name) {
        assertThatThrownBy(() -> tool(name)).isInstanceOf(InvalidToolDefinition.class);
    }

    @Test
    void builder_changedAfterBuild_leavesTheCatalogAlone() {
        ToolCatalog.Builder builder = ToolCatalog.builder().declare(tool("read"));
        ToolCatalog catalog = builder.build();
        builder.declare(tool("write"));

        assertThat(listed(catalog.snapshot())).containsExactly("read");
        assertThat(listed(builder.build().snapshot())).containsExactly("read", "write");
    }

    @Test
    void replace_installsBesideTheDeclaredTools() {
        ToolCatalog catalog = catalog(tool("read"));

        CatalogSnapshot snapshot = catalog.replace(toolset("files", "files.list", "files.find"));

        assertThat(snapshot).isSameAs(catalog.snapshot());
        assertThat(listed(snapshot)).containsExactly("files.find", "files.list", "read");
        assertThat(snapshot.sources()).containsExactly(java.util.Map.entry("files", "g1"));
    }

    @Test
    void replace_stampsTheSource() {
        ToolCatalog catalog = catalog();
        catalog.replace(
                ExternalToolset.of("files", "g1", List.of(tool("list").define(builder -> builder.source("other")))));

        assertThat(catalog.snapshot().list(CatalogQuery.of(ADA)).get(0).source())
                .isEqualTo("files");
    }

    @Test
    void replace_dropsWhatIsNotInTheNewSet_andRaisesTheGeneration() {
        ToolCatalog catalog = catalog(tool("read"));
        CatalogSnapshot before = catalog.replace(toolset("files", "list", "find"));
        CatalogSnapshot after = catalog.replace(toolset("files", "list", "stat"));

        assertThat(listed(after)).containsExactly("list", "read", "stat");
        assertThat(after.generation()).isGreaterThan(before.generation());
        assertThat(resolve(catalog, "find")).isInstanceOf(ToolLookup.NotFound.class);
        assertThat(listed(before)).containsExactly("find", "list", "read");
    }

    @Test
    void replace_byAnEmptySet_clearsThatSourceOnly() {
        ToolCatalog catalog = catalog(tool("read"));
        catalog.replace(toolset("files", "list"));
        catalog.replace(toolset("mail", "send"));

        CatalogSnapshot after = catalog.replace(toolset("files"));

        assertThat(listed(after)).containsExactly("read", "send");
        assertThat(after.sources()).containsOnlyKeys("mail");
    }

    @Test
    void replace_ofAbsentSourceByAnEmptySet_succeeds() {
        ToolCatalog catalog = catalog(tool("read"));

        assertThat(listed(catalog.replace(toolset("files")))).containsExactly("read");
    }

    @Test
    void replace_doesNotTouchTheCallersList() {
        ToolCatalog catalog = catalog();
        List<Tool<Json, Json>> tools = new ArrayList<>(List.of(tool("list")));
        ExternalToolset toolset = ExternalToolset.of("files", "g1", tools);
        tools.add(tool("evil"));

        assertThat(listed(catalog.replace(toolset))).containsExactly("list");
    }

    @ParameterizedTest
    @CsvSource({
        "read.all, read.all, the name itself",
        "read.all, read_all, what the name is called on the wire",
        "read_all, read.all, a name that is called so on the wire",
    })
    void replace_byANameOfADeclaredTool_isRefused(String declared, String external, String why) {
        ToolCatalog catalog = catalog(tool(declared));
        catalog.replace(toolset("files", "list"));
        CatalogSnapshot before = catalog.snapshot();

        assertThatThrownBy(() -> catalog.replace(toolset("files", "fine", external)))
                .as(why)
                .isInstanceOfSatisfying(ToolsetChangeException.class, e -> {
                    assertThat(e.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION);
                    assertThat(e.code()).isEqualTo(ErrorCode.TOOLSET_CHANGE_REFUSED);
                    assertThat(e.source()).isEqualTo("files");
                    assertThat(e.tool()).isEqualTo(external);
                    assertThat(e)
                            .hasMessageContaining("external_tool_collision")
                            .hasMessageContaining("declared");
                });
        assertThat(catalog.snapshot()).isSameAs(before);
    }

    @Test
    void replace_byAnotherVersionOfADeclaredTool_isRefused() {
        ToolCatalog catalog = catalog(tool("read"));

        assertThatThrownBy(() -> catalog.replace(
                        ExternalToolset.of("files", "g1", List.of(tool("read").version("v2")))))
                .isInstanceOf(ToolsetChangeException.class)
                .hasMessageContaining("declared");
        assertThat(resolve(catalog, "read")).isInstanceOf(ToolLookup.Found.class);
    }

    @Test
    void replace_byANameOfAnotherSource_isRefusedNamingIt() {
        ToolCatalog catalog = catalog();
        catalog.replace(toolset("github", "search"));

        assertThatThrownBy(() -> catalog.replace(toolset("gitlab", "list", "search")))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class, e -> assertThat(e.tool()).isEqualTo("search"))
                .hasMessageContaining("'github'");
        assertThat(listed(catalog.snapshot())).containsExactly("search");
    }

    @Test
    void replace_byANameTwice_isRefused() {
        ToolCatalog catalog = catalog();

        assertThatThrownBy(() -> catalog.replace(toolset("files", "list", "list")))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class,
                        e -> assertThat(e.kind()).isEqualTo(ToolsetChangeException.Kind.EXTERNAL_TOOL_COLLISION))
                .hasMessageContaining("twice");
        assertThat(listed(catalog.snapshot())).isEmpty();
    }

    @Test
    void replace_byTheSourcesOwnNames_isNoCollision() {
        ToolCatalog catalog = catalog();
        catalog.replace(toolset("files", "list"));

        assertThat(listed(catalog.replace(toolset("files", "list")))).containsExactly("list");
    }

    @Test
    void replace_afterARefusal_works() {
        ToolCatalog catalog = catalog(tool("read"));
        assertThatThrownBy(() -> catalog.replace(toolset("files", "read"))).isInstanceOf(ToolsetChangeException.class);

        assertThat(listed(catalog.replace(toolset("files", "list")))).containsExactly("list", "read");
    }

    @Test
    void replace_ofOneSource_leavesTheWireNamesOfOthersAlone() {
        ToolCatalog catalog = catalog(tool("a.b"), tool("a_b"));
        String before = catalog.snapshot().wireNames().wireName(ToolId.of("a.b"));

        CatalogSnapshot after = catalog.replace(toolset("files", "a-b", "a b c"));

        assertThat(after.wireNames().wireName(ToolId.of("a.b"))).isEqualTo(before);
        assertThat(after.wireNames().toolId("a_b_c")).isEqualTo(ToolId.of("a b c"));
    }

    @Test
    void unavailable_source_keepsItsToolsListed_alsoInHeldSnapshots() {
        ToolCatalog catalog = catalog();
        CatalogSnapshot held = catalog.replace(toolset("files", "list"));
        catalog.replace(toolset("files", "list"));

        catalog.markUnavailable("files");

        assertThat(listed(catalog.snapshot())).containsExactly("list");
        assertThat(catalog.snapshot().isAvailable(ToolId.of("list"))).isFalse();
        assertThat(held.isAvailable(ToolId.of("list"))).isFalse();
        assertThat(((ToolLookup.Found) resolve(catalog, "list")).isAvailable()).isFalse();
    }

    @Test
    void unavailable_source_comesBackByMarkOrByDelivery() {
        ToolCatalog catalog = catalog();
        catalog.replace(toolset("files", "list"));
        catalog.markUnavailable("files");
        catalog.markAvailable("files");
        assertThat(catalog.snapshot().isAvailable(ToolId.of("list"))).isTrue();

        catalog.markUnavailable("files");
        catalog.replace(toolset("files", "list"));
        assertThat(catalog.snapshot().isAvailable(ToolId.of("list"))).isTrue();
    }

    @Test
    void unavailable_source_staysSoAfterARefusedReplacement() {
        ToolCatalog catalog = catalog(tool("read"));
        catalog.replace(toolset("files", "list"));
        catalog.markUnavailable("files");
        assertThatThrownBy(() -> catalog.replace(toolset("files", "read"))).isInstanceOf(ToolsetChangeException.class);

        assertThat(catalog.snapshot().isAvailable(ToolId.of("list"))).isFalse();
    }

    @Test
    void unavailable_source_changesNoOther() {
        ToolCatalog catalog = catalog(tool("read"));
        catalog.replace(toolset("files", "list"));
        catalog.replace(toolset("mail", "send"));

        catalog.markUnavailable("files");
        catalog.markUnavailable("unknown");
        catalog.markUnavailable("");

        assertThat(catalog.snapshot().isAvailable(ToolId.of("send"))).isTrue();
        assertThat(catalog.snapshot().isAvailable(ToolId.of("read"))).isTrue();
    }

    @Test
    void close_clearsTheSlots_andRefusesReplacements() {
        ToolCatalog catalog = catalog(tool("read"));
        catalog.replace(toolset("files", "list"));

        catalog.close();
        catalog.close();

        assertThat(listed(catalog.snapshot())).containsExactly("read");
        assertThatThrownBy(() -> catalog.replace(toolset("files", "list")))
                .isInstanceOfSatisfying(
                        ToolsetChangeException.class,
                        e -> assertThat(e.kind()).isEqualTo(ToolsetChangeException.Kind.CATALOG_CLOSED));
    }
}
