package dev.harbor.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harbor.catalog.ExternalToolset;
import dev.harbor.catalog.LoopCatalog;
import dev.harbor.catalog.ToolFactory;
import dev.harbor.catalog.ToolsetChangeException;
import dev.harbor.catalog.ToolsetChangeException.Kind;
import dev.harbor.json.Json;
import dev.harbor.loop.ExternalToolInstaller;
import dev.harbor.loop.InstalledTools;
import dev.harbor.loop.LoopToolsResult;
import dev.harbor.policy.Cancellation;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Holds an implementation of {@link ExternalToolInstaller} to what every loop guarantees about external tools: a set replaces that of its source whole or not at all,
 * names have one owner, and what is refused changes nothing. A loop that takes none, because an agent elsewhere carries out its turns, says so before it makes
 * anything.
 */
public abstract class ExternalToolInstallerContract {

    private static final int RACERS = 32;

    private final AtomicInteger made = new AtomicInteger();

    /** Creates the suite. */
    protected ExternalToolInstallerContract() {}

    /** Returns the installer of a new loop that has no external tools. */
    protected abstract ExternalToolInstaller create();

    /** Tells whether the loop takes external tools. It does, unless overridden. */
    protected boolean takesTools() {
        return true;
    }

    /** Returns the name of a tool that the loop declares, in whatever mode, or null if it declares none; unless overridden it declares none. */
    protected @Nullable String declaredName() {
        return null;
    }

    private static Tool<Json, Json> tool(String name) {
        return Tool.json(name, Json.parse("{\"type\":\"object\"}"), arguments -> arguments);
    }

    private ToolFactory factory(String name) {
        return ToolFactory.of(name, List.of(name), Set.of(), bindings -> {
            made.incrementAndGet();
            return List.of(tool(name));
        });
    }

    private ExternalToolset set(String source, String generation, String... names) {
        return new ExternalToolset(
                source, generation, Stream.of(names).map(this::factory).toList());
    }

    private static List<ToolIdentity> identities(String... names) {
        return Stream.of(names)
                .map(name -> ToolIdentity.of(tool(name).definition()))
                .toList();
    }

    private static Map<String, InstalledTools> installed(ExternalToolInstaller installer) {
        return new TreeMap<>(installer.installed());
    }

    private static ToolsetChangeException refused(ExternalToolInstaller installer, ExternalToolset toolset) {
        ToolsetChangeException refusal =
                catchThrowableOfType(ToolsetChangeException.class, () -> installer.replaceExternalTools(toolset));
        assertThat(refusal).as("it was not refused").isNotNull();
        return refusal;
    }

    private static void assertRefused(
            ExternalToolInstaller installer, ExternalToolset toolset, Kind kind, @Nullable String tool) {
        Map<String, InstalledTools> before = installed(installer);
        ToolsetChangeException refusal = refused(installer, toolset);
        assertThat(refusal.kind()).isEqualTo(kind);
        assertThat(refusal.tool()).isEqualTo(tool);
        assertThat(installed(installer)).isEqualTo(before);
    }

    /** A loop that takes no tools refuses every set alike. */
    private boolean takesNone(ExternalToolInstaller installer, ExternalToolset toolset) {
        if (!takesTools()) {
            assertRefused(installer, toolset, Kind.EXTERNAL_TOOLS_UNSUPPORTED, null);
            assertThat(made).as("factories that were asked").hasValue(0);
            assertThat(installer.installed()).isEmpty();
        }
        return !takesTools();
    }

    @Test
    @DisplayName(
            "given a set, the answer has its source, its generation and its number of tools, and it can be asked for")
    void install_isAnswered_andCanBeAskedFor() {
        ExternalToolInstaller installer = create();
        assertThat(installer.installed()).isEmpty();
        if (takesNone(installer, set("mcp", "g1", "b", "a"))) {
            return;
        }
        assertThat(installer.replaceExternalTools(set("mcp", "g1", "b", "a")))
                .isEqualTo(new LoopToolsResult("mcp", "g1", 2));
        assertThat(installed(installer)).isEqualTo(Map.of("mcp", new InstalledTools("g1", identities("b", "a"))));
        assertThatThrownBy(() -> installer.installed().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("given an empty set, the source has no tools, whether it had any or not, and others keep theirs")
    void clear_takesTheToolsOfItsSource() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1"))) {
            return;
        }
        installer.replaceExternalTools(set("one", "g1", "a"));
        installer.replaceExternalTools(set("two", "g1", "b"));

        assertThat(installer.replaceExternalTools(set("one", "g2"))).isEqualTo(new LoopToolsResult("one", "g2", 0));
        assertThat(installer.replaceExternalTools(set("none", "g1")).installed())
                .isZero();
        assertThat(installed(installer)).isEqualTo(Map.of("two", new InstalledTools("g1", identities("b"))));
    }

    @Test
    @DisplayName("given another set of the same source, it replaces the one before, and names may come again")
    void replacement_isWhole() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", "a", "b"))) {
            return;
        }
        installer.replaceExternalTools(set("mcp", "g1", "a", "b"));
        installer.replaceExternalTools(set("mcp", "g2", "b", "c"));

        assertThat(installed(installer)).isEqualTo(Map.of("mcp", new InstalledTools("g2", identities("b", "c"))));
    }

    @Test
    @DisplayName("given the same set again, the answer and what is installed are the same")
    void sameAgain_isTheSame() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", "a"))) {
            return;
        }
        LoopToolsResult first = installer.replaceExternalTools(set("mcp", "g1", "a"));
        Map<String, InstalledTools> before = installed(installer);

        assertThat(installer.replaceExternalTools(set("mcp", "g1", "a"))).isEqualTo(first);
        assertThat(installed(installer)).isEqualTo(before);
    }

    @Test
    @DisplayName(
            "given a name that another source has, that is declared, that is reserved, or that comes twice, collision before anything is made")
    void names_haveOneOwner() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", LoopCatalog.RESERVED_NAME))) {
            return;
        }
        installer.replaceExternalTools(set("one", "g1", "a"));
        made.set(0);
        List<String> taken = new ArrayList<>(List.of("a", LoopCatalog.RESERVED_NAME));
        String declared = declaredName();
        if (declared != null) {
            taken.add(declared);
        }
        for (String name : taken) {
            assertRefused(installer, set("two", "g1", "fine", name), Kind.EXTERNAL_TOOL_COLLISION, name);
        }
        assertRefused(installer, set("two", "g1", "b", "c", "b"), Kind.EXTERNAL_TOOL_COLLISION, "b");
        assertThat(made).as("factories that were asked").hasValue(0);
    }

    @Test
    @DisplayName(
            "given a definition that fails, makes nothing or makes something else, the whole set is refused naming it, and the one before stays")
    void definition_thatFails_refusesAll() {
        ExternalToolInstaller installer = create();
        IllegalStateException down = new IllegalStateException("no server");
        ToolFactory failing = ToolFactory.of("failing", List.of("x"), Set.of(), bindings -> {
            throw down;
        });
        ToolFactory hollow = ToolFactory.of("hollow", List.of("x"), Set.of(), bindings -> List.of());
        ToolFactory other = ToolFactory.of("other", List.of("x"), Set.of(), bindings -> List.of(tool("y")));
        ToolFactory needy = ToolFactory.of("needy", List.of("x"), Set.of(Needed.class), bindings -> List.of(tool("x")));
        if (takesNone(installer, new ExternalToolset("mcp", "g1", List.of(failing)))) {
            return;
        }
        installer.replaceExternalTools(set("mcp", "g0", "kept"));
        for (ToolFactory each : List.of(failing, hollow, other, needy)) {
            ExternalToolset toolset = new ExternalToolset("mcp", "g1", List.of(factory("a"), each, factory("c")));
            assertRefused(installer, toolset, Kind.EXTERNAL_BUILD_FAILED, each.declaredName());
        }
        assertThat(refused(installer, new ExternalToolset("mcp", "g1", List.of(failing))))
                .hasCause(down);
        assertThat(installer.replaceExternalTools(set("mcp", "g1", "next")).installed())
                .isEqualTo(1);
    }

    /** A capability that no loop has. */
    private interface Needed {}

    @Test
    @DisplayName("given a name that is too long for the record, it is refused and the loop is well")
    void name_thatIsTooLong_isRefused() {
        ExternalToolInstaller installer = create();
        String most = "n".repeat(ToolIdentity.MAX_NAME_BYTES);
        String tooLong = "é".repeat(ToolIdentity.MAX_NAME_BYTES / 2) + "n";
        if (takesNone(installer, set("mcp", "g1", tooLong))) {
            return;
        }
        assertRefused(installer, set("mcp", "g1", tooLong), Kind.EXTERNAL_BUILD_FAILED, tooLong);
        assertThat(installer.replaceExternalTools(set("mcp", "g1", most)).installed())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("given somebody who gave up before, context_done and nothing is made or installed")
    void whoGaveUp_changesNothing() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", "a"))) {
            return;
        }
        Cancellation cancellation = Cancellation.create();
        cancellation.cancel("no longer wanted");
        ToolsetChangeException refusal = catchThrowableOfType(
                ToolsetChangeException.class,
                () -> installer.replaceExternalTools(set("mcp", "g1", "a"), cancellation));

        assertThat(refusal.kind()).isEqualTo(Kind.CONTEXT_DONE);
        assertThat(made).hasValue(0);
        assertThat(installer.installed()).isEmpty();
    }

    @Test
    @DisplayName("given 32 who replace one source at once, one set stays, whole")
    void replacements_atOnce_leaveOneWhole() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", "a"))) {
            return;
        }
        List<Integer> answers = Together.run(
                RACERS,
                number -> installer
                        .replaceExternalTools(set("mcp", "g" + number, "x" + number, "y" + number))
                        .installed());

        assertThat(answers).containsOnly(2);
        InstalledTools last = Objects.requireNonNull(installer.installed().get("mcp"), "nothing is installed");
        String number = last.generation().substring(1);
        assertThat(last.tools()).isEqualTo(identities("x" + number, "y" + number));
    }

    @Test
    @DisplayName("given 32 sources that want one name at once, one has it and the others are told")
    void sources_thatWantOneName_areOneThatHasIt() {
        ExternalToolInstaller installer = create();
        if (takesNone(installer, set("mcp", "g1", "a"))) {
            return;
        }
        List<Boolean> won = Together.run(RACERS, number -> {
            ToolsetChangeException refusal = catchThrowableOfType(
                    ToolsetChangeException.class,
                    () -> installer.replaceExternalTools(set("source-" + number, "g1", "shared")));
            assertThat(refusal == null || refusal.kind() == Kind.EXTERNAL_TOOL_COLLISION)
                    .isTrue();
            return refusal == null;
        });

        assertThat(won).containsOnlyOnce(true);
        assertThat(installer.installed()).hasSize(1);
    }

    @Test
    @DisplayName("given null where none is allowed, it is refused")
    void nulls_areRefused() {
        ExternalToolInstaller installer = create();

        assertThatThrownBy(() -> installer.replaceExternalTools(Nothing.of())).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> installer.replaceExternalTools(set("mcp", "g1", "a"), Nothing.of()))
                .isInstanceOf(NullPointerException.class);
        assertThat(installer.installed()).isEmpty();
    }
}
