package dev.harbor.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolDefinition;
import dev.harbor.tool.ToolId;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RestrictionPolicyTest {

    private static final Identity ADA = Identity.of("acme", "ada", "s1");
    private static final Json NO_ARGUMENTS = Json.EMPTY_OBJECT;
    private static final RestrictionPolicy SRC =
            RestrictionPolicy.builder().roots("src").pathFields("path").build();

    @Test
    void tools_notListed_areDeniedAtBothStages() {
        RestrictionPolicy policy =
                RestrictionPolicy.builder().tools("files.read").build();

        assertThat(advertised(policy, tool("files.read", SideEffect.WRITE))).isEqualTo("allowed");
        assertThat(advertised(policy, tool("files.write", SideEffect.READ))).isEqualTo("tool_denied");
        assertThat(dispatched(policy, tool("files.write", SideEffect.READ), NO_ARGUMENTS))
                .isEqualTo("tool_denied");
    }

    @ParameterizedTest
    @CsvSource({"read, v1, allowed", "read, v2, allowed", "write, v1, tool_denied", "write, v2, allowed"})
    void tools_listedByNameOrId_areAllowedSo(String name, String version, String expected) {
        RestrictionPolicy policy =
                RestrictionPolicy.builder().tools("read", "write@v2").build();
        ToolDefinition tool =
                ToolDefinition.builder(ToolId.of(name, version), NO_ARGUMENTS).build();

        assertThat(advertised(policy, tool)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "PURE, allowed",
        "READ, allowed",
        "WRITE, effect_denied",
        "EXTERNAL, effect_denied",
        "STATEFUL, effect_denied"
    })
    void effects_notListed_areDenied(SideEffect effect, String expected) {
        RestrictionPolicy policy = RestrictionPolicy.allowing(SideEffect.PURE, SideEffect.READ);

        assertThat(advertised(policy, tool("any", effect))).isEqualTo(expected);
        assertThat(dispatched(policy, tool("any", effect), NO_ARGUMENTS)).isEqualTo(expected);
    }

    @Test
    void toolAndEffect_bothDenied_answerWithTheToolsCode() {
        RestrictionPolicy policy = RestrictionPolicy.builder()
                .tools("read")
                .effects(SideEffect.READ)
                .build();

        assertThat(advertised(policy, tool("write", SideEffect.WRITE))).isEqualTo("tool_denied");
    }

    @Test
    void effect_isDeniedBeforeThePath() {
        RestrictionPolicy policy = RestrictionPolicy.builder()
                .effects(SideEffect.READ)
                .roots("src")
                .pathFields("path")
                .build();

        assertThat(dispatched(policy, tool("write", SideEffect.WRITE), Json.of(Map.of("path", "/etc"))))
                .isEqualTo("effect_denied");
    }

    @Test
    void policy_withoutSettings_allowsAll() {
        RestrictionPolicy policy = RestrictionPolicy.builder().build();

        assertThat(dispatched(policy, tool("any", SideEffect.STATEFUL), Json.of(Map.of("path", "/etc"))))
                .isEqualTo("allowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src",
                "src/",
                "src/a",
                "./src/a",
                "src/./b/../a",
                "src//a",
                "src\\a",
                "src/a b/.hidden/c..d",
                "src/../src/a"
            })
    void path_insideTheRoot_isAllowed(String path) {
        assertThat(pathVerdict(SRC, path)).isEqualTo("allowed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../x",
                "/x",
                "/src/a",
                "src/../../x",
                "src/..",
                "srcx/a",
                "SRC/a",
                "other",
                "..\\x",
                "src\\..\\..\\x",
                "src\\..\\x",
                "\\src\\a",
                "\\\\server\\src",
                "//server/src",
                "C:\\src",
                "C:src",
                "c:/src",
                "file:src/a",
                "http://src/a",
                "~/src",
                "~root/src",
                "src/a\0",
                "src/a\0/../../x",
                "src/a\nb",
                "src/.. /x",
                "src/.../x",
                "src/ /x"
            })
    void path_elsewhere_isDenied(String path) {
        assertThat(pathVerdict(SRC, path)).isEqualTo("path_denied");
    }

    @Test
    void path_thatIsNoUnicode_meansNothing() {
        assertThat(RelativePath.of("src/a\ud800")).isNull();
        assertThat(RelativePath.of("src/\ud83d\ude00")).isNotNull();
    }

    @Test
    void path_ofAbsurdLength_isDenied() {
        assertThat(pathVerdict(SRC, "src/" + "a".repeat(4092))).isEqualTo("allowed");
        assertThat(pathVerdict(SRC, "src/" + "a".repeat(4093))).isEqualTo("path_denied");
    }

    @Test
    void path_isComparedInOneUnicodeForm() {
        RestrictionPolicy policy = policy("caf\u00e9");

        assertThat(pathVerdict(policy, "cafe\u0301/menu")).isEqualTo("allowed");
        assertThat(pathVerdict(policy("cafe\u0301"), "caf\u00e9/menu")).isEqualTo("allowed");
        assertThat(pathVerdict(policy, "cafe/menu")).isEqualTo("path_denied");
    }

    @ParameterizedTest
    @CsvSource({"a, allowed", "., allowed", "'', allowed", "src/a, allowed", "../a, path_denied", "/a, path_denied"})
    void path_underTheBaseItself_isAllowed(String path, String expected) {
        assertThat(pathVerdict(policy("."), path)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/src", "..", "../src", "src/../..", "C:\\src", "~", "a\0"})
    void root_thatNothingCouldBeInside_isRefused(String root) {
        assertThatThrownBy(() -> RestrictionPolicy.builder().roots("fine", root))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("relative");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "true", "[\"src\"]", "{\"x\":\"src\"}", "[]", "{}"})
    void path_thatIsNoText_isDenied(String value) {
        assertThat(dispatched(SRC, tool("read", SideEffect.READ), Json.parse("{\"path\":" + value + "}")))
                .isEqualTo("path_denied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"other\":\"/etc\"}", "{\"path\":null}"})
    void path_thatIsAbsent_isAllowed(String arguments) {
        assertThat(dispatched(SRC, tool("read", SideEffect.READ), Json.parse(arguments)))
                .isEqualTo("allowed");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/options/target  | {'options':{'target':'src/a'}}                     | allowed",
                "/options/target  | {'options':{'target':'/etc'}}                      | path_denied",
                "/options/target  | {'options':{}}                                     | allowed",
                "/options/target  | {}                                                 | allowed",
                "/options/target  | {'options':null}                                   | allowed",
                "/options/target  | {'options':'/etc'}                                 | path_denied",
                "/options/target  | {'options':[{'target':'/etc'}]}                    | path_denied",
                "/files/*         | {'files':['src/a','src/b']}                        | allowed",
                "/files/*         | {'files':['src/a','/etc']}                         | path_denied",
                "/files/*         | {'files':['src/a',null]}                           | path_denied",
                "/files/*         | {'files':[]}                                       | allowed",
                "/files/*         | {'files':'src/a'}                                  | path_denied",
                "/files/*/path    | {'files':[{'path':'src/a'},{'path':'../b'}]}       | path_denied",
                "/files/*/path    | {'files':[{'path':'src/a'},{'name':'../b'}]}       | allowed",
                "/files/*/path    | {'files':{'x':{'path':'src/a'},'y':{'path':'/'}}}  | path_denied",
                "/files/*/path    | {'files':[['src/a']]}                              | path_denied",
                "/files/0         | {'files':['src/a','/etc']}                         | allowed",
                "/files/0         | {'files':['/etc','src/a']}                         | path_denied",
                "/files/1         | {'files':['src/a','/etc']}                         | path_denied",
                "/files/7         | {'files':['/etc']}                                 | allowed",
                "/a~1b            | {'a/b':'/etc'}                                     | path_denied",
                "/a~0b            | {'a~b':'/etc'}                                     | path_denied",
                "/a~01b           | {'a~1b':'/etc'}                                    | path_denied",
                "/a~01b           | {'a/b':'/etc'}                                     | allowed",
                "*                | {'x':'src/a','y':'src/b'}                          | allowed",
                "*                | {'x':'src/a','y':'/etc'}                           | path_denied",
            })
    void pathField_isFoundWhereverItStands(String field, String arguments, String expected) {
        RestrictionPolicy policy =
                RestrictionPolicy.builder().roots("src").pathFields(field).build();

        assertThat(dispatched(policy, tool("read", SideEffect.READ), Json.parse(arguments.replace('\'', '"'))))
                .isEqualTo(expected);
    }

    @Test
    void pathField_illegal_isRefused() {
        assertThatThrownBy(() -> RestrictionPolicy.builder().pathFields("fine", "/a~b"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RestrictionPolicy.builder().pathFields(" "))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void paths_areNotConsultedWhenToolsAreShown() {
        assertThat(advertised(SRC, tool("read", SideEffect.READ))).isEqualTo("allowed");
    }

    @Test
    void lists_mutatedAfterTheCall_changeNothing() {
        String[] tools = {"read"};
        SideEffect[] effects = {SideEffect.READ};
        RestrictionPolicy.Builder builder =
                RestrictionPolicy.builder().tools("x", tools).effects(SideEffect.READ, effects);
        RestrictionPolicy policy = builder.build();
        Arrays.fill(tools, "write");
        Arrays.fill(effects, SideEffect.WRITE);
        builder.tools("write").effects(SideEffect.WRITE);

        assertThat(advertised(policy, tool("read", SideEffect.READ))).isEqualTo("allowed");
        assertThat(advertised(policy, tool("write", SideEffect.READ))).isEqualTo("tool_denied");
        assertThat(advertised(policy, tool("read", SideEffect.WRITE))).isEqualTo("effect_denied");
    }

    @Test
    void roots_withoutFields_andFieldsWithoutRoots_areRefused() {
        assertThatThrownBy(() -> RestrictionPolicy.builder().roots("src").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("together");
        assertThatThrownBy(() -> RestrictionPolicy.builder().pathFields("path").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("together");
    }

    @Test
    void base_withoutRoots_isRefused(@TempDir Path base) {
        assertThatThrownBy(() -> RestrictionPolicy.builder().fileSystem(base).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a base directory checks nothing without roots");
    }

    @Test
    void base_thatIsNotThere_isRefused(@TempDir Path base) {
        RestrictionPolicy.Builder builder =
                RestrictionPolicy.builder().roots("src").pathFields("path").fileSystem(base.resolve("gone"));

        assertThatThrownBy(builder::build)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("gone");
    }

    @Test
    void denial_namesPlaceAndRoots_butNotThePath() {
        Verdict verdict = SRC.evaluate(AccessRequest.dispatch(
                ADA, null, tool("read", SideEffect.READ), Json.of(Map.of("path", "/etc/shadow"))));

        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Deny.class,
                        deny -> assertThat(deny.message())
                                .contains("/path", "src")
                                .doesNotContain("shadow"));
    }

    @Test
    void ref_isTheSameForEqualSettings_inAnyOrder() {
        RestrictionPolicy one = full(builder -> builder.tools("a", "b").roots("src", "./docs"));
        RestrictionPolicy two =
                full(builder -> builder.roots("docs").tools("b").roots("src/").tools("a", "a"));

        assertThat(one.ref()).isEqualTo(two.ref()).startsWith("restriction/v1:");
    }

    @Test
    void ref_changesWithEverySetting(@TempDir Path base) {
        RestrictionPolicy plain = full(builder -> builder.tools("a").roots("src"));

        assertThat(plain.ref())
                .isNotEqualTo(full(builder -> builder.tools("b").roots("src")).ref())
                .isNotEqualTo(full(builder -> builder.tools("a").roots("docs")).ref())
                .isNotEqualTo(full(builder -> builder.tools("a").roots("src").effects(SideEffect.PURE))
                        .ref())
                .isNotEqualTo(full(builder -> builder.tools("a").roots("src").pathFields("to"))
                        .ref())
                .isNotEqualTo(full(builder -> builder.tools("a").roots("src").fileSystem(base))
                        .ref());
    }

    private static RestrictionPolicy full(UnaryOperator<RestrictionPolicy.Builder> settings) {
        return settings.apply(RestrictionPolicy.builder().pathFields("path").effects(SideEffect.READ))
                .build();
    }

    private static RestrictionPolicy policy(String root) {
        return RestrictionPolicy.builder().roots(root).pathFields("path").build();
    }

    private static String pathVerdict(RestrictionPolicy policy, String path) {
        return dispatched(policy, tool("read", SideEffect.READ), Json.of(Map.of("path", path)));
    }

    private static ToolDefinition tool(String name, SideEffect effect) {
        return ToolDefinition.builder(ToolId.of(name), NO_ARGUMENTS)
                .effect(effect)
                .build();
    }

    private static String advertised(RestrictionPolicy policy, ToolDefinition tool) {
        return code(policy.evaluate(AccessRequest.advertise(ADA, null, tool)));
    }

    private static String dispatched(RestrictionPolicy policy, ToolDefinition tool, Json arguments) {
        return code(policy.evaluate(AccessRequest.dispatch(ADA, null, tool, arguments)));
    }

    private static String code(Verdict verdict) {
        return verdict instanceof Verdict.Deny deny ? deny.code() : "allowed";
    }
}
