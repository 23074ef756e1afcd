package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.ADA;
import static dev.harbor.catalog.Samples.BOB;
import static dev.harbor.catalog.Samples.catalog;
import static dev.harbor.catalog.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.access.ScopeGrants;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.json.Json;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CatalogSnapshotTest {

    @ParameterizedTest
    @ValueSource(strings = {"report.generate", "report.generate@v1", "report_generate"})
    void resolve_byNameIdOrWireName_findsTheTool(String name) {
        Tool<Json, Json> tool = tool("report.generate");

        assertThat(found(catalog(tool), name).tool()).isSameAs(tool);
    }

    @Test
    void resolve_byId_findsThatVersion() {
        Tool<Json, Json> second = tool("read").version("v2");
        CatalogSnapshot snapshot = catalog(tool("read"), second).snapshot();

        assertThat(snapshot.resolve(ToolId.of("read", "v2"), ADA, ScopeGrants.NONE))
                .isInstanceOfSatisfying(
                        ToolLookup.Found.class,
                        found -> assertThat(found.tool()).isSameAs(second));
        assertThat(snapshot.resolve(ToolId.of("read", "v3"), ADA, ScopeGrants.NONE))
                .isInstanceOf(ToolLookup.NotFound.class);
    }

    @Test
    void resolve_withoutVersion_whereTwoExist_isRefusedNamingThem() {
        ToolCatalog catalog = catalog(tool("read").version("v10"), tool("read").version("v2"));

        assertThat(lookup(catalog, "read")).isInstanceOfSatisfying(ToolLookup.Ambiguous.class, lookup -> {
            assertThat(lookup.versions()).containsExactly(ToolId.of("read", "v2"), ToolId.of("read", "v10"));
            assertThat(lookup.message()).contains("read@v2, read@v10");
        });
        assertThat(found(catalog, "read@v10").tool().id().version()).isEqualTo("v10");
    }

    @Test
    void resolve_withoutVersion_whereOneIsVisible_findsIt() {
        ToolCatalog catalog = catalog(tool("read"), tool("read").version("v2").tenants("other"));

        assertThat(found(catalog, "read").tool().id().version()).isEqualTo("v1");
    }

    @Test
    void resolve_ofAnotherTenantsTool_revealsNothing() {
        CatalogSnapshot snapshot = catalog(tool("payroll.read").tenants("acme"), tool("public.read"))
                .snapshot();

        assertThat(snapshot.resolve("payroll.read", BOB, ScopeGrants.NONE))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.nearNames()).isEqualTo(List.of()));
        assertThat(snapshot.resolve("payroll.rea", BOB, ScopeGrants.NONE).toString())
                .doesNotContain("payroll_read", "payroll.read");
        assertThat(snapshot.list(CatalogQuery.of(BOB)))
                .extracting(definition -> definition.id().name())
                .containsExactly("public.read");
    }

    @Test
    void resolve_asksTheAudienceEachTime() {
        AtomicBoolean open = new AtomicBoolean(true);
        ToolCatalog catalog = catalog(tool("read").visibleTo(identity -> open.get()));

        assertThat(lookup(catalog, "read")).isInstanceOf(ToolLookup.Found.class);
        open.set(false);
        assertThat(lookup(catalog, "read")).isInstanceOf(ToolLookup.NotFound.class);
    }

    @Test
    void resolve_withoutTheScopes_saysWhichAreMissing_andHidesTheToolInLists() {
        ToolCatalog catalog = catalog(tool("mail.send").authScopes("mail", "send"));

        assertThat(catalog.snapshot().resolve("mail.send", ADA, Set.of("mail")))
                .isInstanceOfSatisfying(
                        ToolLookup.ScopeMissing.class,
                        lookup -> assertThat(lookup.missing()).containsExactly("send"));
        assertThat(Samples.listed(catalog.snapshot())).isEmpty();
        assertThat(lookup(catalog, "mail.sen"))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.nearNames()).isEmpty());
    }

    @Test
    void resolve_withTheScopes_findsTheTool() {
        ToolCatalog catalog = catalog(tool("mail.send").authScopes("mail", "send"));

        assertThat(catalog.snapshot().resolve("mail.send", ADA, Set.of("send", "mail", "other")))
                .isInstanceOf(ToolLookup.Found.class);
    }

    @Test
    void resolve_ofToolWithoutScopes_asksNobodyForThem() {
        ToolCatalog catalog = catalog(tool("read"));
        ScopeGrants unreachable = identity -> {
            throw new IllegalStateException("asked");
        };

        assertThat(catalog.snapshot().resolve("read", ADA, unreachable)).isInstanceOf(ToolLookup.Found.class);
    }

    @ParameterizedTest
    @CsvSource({
        "get_wether, get_weather",
        "GET_WEATHER, get_weather",
        "report_generat, report_generate",
        "report.generat, report.generate",
        "search, files_search"
    })
    void resolve_ofAlmostAName_runsNothingAndNamesTheNearOne(String asked, String near) {
        ToolCatalog catalog = catalog(tool("get_weather"), tool("report.generate"), tool("files.search"));

        assertThat(lookup(catalog, asked)).isInstanceOfSatisfying(ToolLookup.NotFound.class, lookup -> {
            assertThat(lookup.nearNames()).containsExactly(near);
            assertThat(lookup.message()).contains(asked, near);
        });
    }

    @Test
    void resolve_ofSomethingElse_namesNothing() {
        assertThat(lookup(catalog(tool("get_weather")), "send_invoice"))
                .isEqualTo(new ToolLookup.NotFound("send_invoice", List.of()));
    }

    @Test
    void resolve_ofHugeName_isBounded() {
        ToolCatalog catalog = catalog(tool("get_weather"));

        assertThat(lookup(catalog, "x\u001b[31m" + "y".repeat(1_000_000)))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.message())
                                .hasSizeLessThan(120)
                                .doesNotContain("\u001b"));
    }

    @Test
    void nearNames_ofManyAlmostEqualTools_areTheFirstFive() {
        ToolCatalog catalog =
                catalog(tool("read1"), tool("read2"), tool("read3"), tool("read4"), tool("read5"), tool("read6"));

        assertThat(lookup(catalog, "read"))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.nearNames())
                                .containsExactly("read1", "read2", "read3", "read4", "read5"));
    }

    @ParameterizedTest
    @CsvSource({
        "mailx, mail",
        "maxx, mail",
        "mxxx, ''",
        "mailxx, mail",
        "mailxxx, ''",
        "abcdefghijkl, abcdefghwxyz",
        "abcdefghijkl, ''"
    })
    void nearNames_areAtMostAThirdAway_andNotMoreThanTwoOfAShortName(String asked, String near) {
        ToolCatalog catalog =
                near.equals("abcdefghwxyz") ? catalog(tool(near)) : catalog(tool("mail"), tool("abcdefgvwxyz"));

        assertThat(lookup(catalog, asked))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.nearNames()).isEqualTo(near.isEmpty() ? List.of() : List.of(near)));
    }

    @Test
    void nearNames_equallyNear_areInTheOrderInWhichTheyAreShown() {
        ToolCatalog catalog = catalog(tool("a.z1"), tool("a_z0"));

        assertThat(lookup(catalog, "a_z"))
                .isInstanceOfSatisfying(
                        ToolLookup.NotFound.class,
                        lookup -> assertThat(lookup.nearNames()).containsExactly("a_z0", "a_z1"));
    }

    @Test
    void resolve_withoutIdentity_failsClosed() {
        CatalogSnapshot snapshot = catalog(tool("read")).snapshot();
        Identity nobody = null;

        assertThatThrownBy(() -> snapshot.resolve("read", nobody, ScopeGrants.NONE))
                .isInstanceOf(IdentityException.class);
        assertThatThrownBy(() -> snapshot.resolve("gone", nobody, ScopeGrants.NONE))
                .isInstanceOf(IdentityException.class);
    }

    @Test
    void list_ofManyTools_isSortedAndStable() {
        ToolCatalog catalog = catalog(tool("b"), tool("a.b"), tool("c"), tool("a"));

        assertThat(Samples.listed(catalog.snapshot())).containsExactly("a", "a.b", "b", "c");
        assertThat(Samples.listed(catalog.snapshot())).containsExactly("a", "a.b", "b", "c");
    }

    @Test
    void list_inAnyOrderOfRegistration_isTheSame() {
        CatalogSnapshot one = catalog(
                        tool("a").version("v10"), tool("b"), tool("a").version("v2"))
                .snapshot();
        CatalogSnapshot two = catalog(
                        tool("b"), tool("a").version("v2"), tool("a").version("v10"))
                .snapshot();

        assertThat(one.list(CatalogQuery.of(ADA))).isEqualTo(two.list(CatalogQuery.of(ADA)));
        assertThat(one.list(CatalogQuery.of(ADA)))
                .extracting(definition -> definition.id().toString())
                .containsExactly("a@v2", "a@v10", "b@v1");
    }

    @Test
    void list_returnsTheDefinitionUnchanged() {
        Tool<Json, Json> tool = tool("read").description("Reads").tags("files");

        assertThat(catalog(tool).snapshot().list(CatalogQuery.of(ADA))).containsExactly(tool.definition());
    }

    @Test
    void list_cannotBeMutated() {
        CatalogSnapshot snapshot = catalog(tool("read").tags("files")).snapshot();

        assertThatThrownBy(() -> snapshot.list(CatalogQuery.of(ADA)).clear())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(
                        () -> snapshot.list(CatalogQuery.of(ADA)).get(0).tags().add("evil"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void isAvailable_ofDeclaredTool_isTrue_ofUnknown_isFalse() {
        CatalogSnapshot snapshot = catalog(tool("read")).snapshot();

        assertThat(snapshot.isAvailable(ToolId.of("read"))).isTrue();
        assertThat(snapshot.isAvailable(ToolId.of("write"))).isFalse();
    }

    @Test
    void resolve_twice_answersWithTheSameObject() {
        ToolCatalog catalog = catalog(tool("files.read"));

        assertThat(lookup(catalog, "files.read")).isSameAs(lookup(catalog, "files_read"));
    }

    private static ToolLookup lookup(ToolCatalog catalog, String name) {
        return Samples.resolve(catalog, name);
    }

    private static ToolLookup.Found found(ToolCatalog catalog, String name) {
        return (ToolLookup.Found) lookup(catalog, name);
    }
}
