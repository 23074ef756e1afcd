package dev.harbor.catalog;

import static dev.harbor.catalog.Samples.ADA;
import static dev.harbor.catalog.Samples.catalog;
import static dev.harbor.catalog.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.identity.IdentityException;
import dev.harbor.tool.Loading;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CatalogQueryTest {

    private static final CatalogSnapshot LOADING =
            catalog(tool("always"), tool("deferred").deferred()).snapshot();
    private static final CatalogSnapshot SCOPED =
            catalog(tool("free"), tool("scoped").authScopes("a", "b")).snapshot();

    @Test
    void loading_notSet_selectsWhatIsAlwaysShown() {
        assertThat(names(LOADING, CatalogQuery.of(ADA))).containsExactly("always");
    }

    @Test
    void loading_set_selectsByIt() {
        assertThat(names(LOADING, CatalogQuery.of(ADA).loading(Loading.DEFERRED)))
                .containsExactly("deferred");
        assertThat(names(LOADING, CatalogQuery.of(ADA).loading(Loading.ALWAYS, Loading.DEFERRED)))
                .containsExactly("always", "deferred");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"-, free", "a, free", "'a,b,c', 'free,scoped'"})
    void scopes_mustAllBeHeld(String held, String expected) {
        Set<String> scopes = held == null ? Set.of() : Set.of(held.split(","));

        assertThat(names(SCOPED, CatalogQuery.of(ADA).scopes(scopes))).containsExactly(expected.split(","));
    }

    @Test
    void scopes_mutatedLater_changeNothing() {
        Set<String> held = new HashSet<>(Set.of("a"));
        CatalogQuery query = CatalogQuery.of(ADA).scopes(held);
        held.add("b");

        assertThat(names(SCOPED, query)).containsExactly("free");
    }

    @Test
    void namePattern_isFoundAnywhereInTheName() {
        CatalogSnapshot snapshot = catalog(tool("files.read"), tool("files.write"), tool("mail.read"))
                .snapshot();

        assertThat(names(snapshot, CatalogQuery.of(ADA).namePattern("^files\\.")))
                .containsExactly("files.read", "files.write");
        assertThat(names(snapshot, CatalogQuery.of(ADA).namePattern("read")))
                .containsExactly("files.read", "mail.read");
    }

    @Test
    void namePattern_illegal_isRefused() {
        assertThatThrownBy(() -> CatalogQuery.of(ADA).namePattern("("))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("regular expression");
    }

    @Test
    void tags_mustAllBeThere_inAnyCase_inAnyLocale() {
        CatalogSnapshot snapshot = catalog(
                        tool("one").tags("FILES", "Io"), tool("two").tags("files"))
                .snapshot();
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr"));
        try {
            assertThat(names(snapshot, CatalogQuery.of(ADA).tags("files", "IO")))
                    .containsExactly("one");
            assertThat(names(snapshot, CatalogQuery.of(ADA).tags("FILES"))).containsExactly("one", "two");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void query_withoutIdentity_isRefused() {
        assertThatThrownBy(() -> CatalogQuery.of(null)).isInstanceOf(IdentityException.class);
    }

    private static List<String> names(CatalogSnapshot snapshot, CatalogQuery query) {
        return snapshot.list(query).stream()
                .map(definition -> definition.id().name())
                .toList();
    }
}
