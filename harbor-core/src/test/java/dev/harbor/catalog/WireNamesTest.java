package dev.harbor.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.ToolId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

final class WireNamesTest {

    private static final String LEGAL = "[A-Za-z0-9_-]{1,64}";

    @ParameterizedTest
    @CsvSource({
        "read, read",
        "report.generate, report_generate",
        "files/read all, files_read_all",
        "get-weather_2, get-weather_2",
        "Wetter in Köln, Wetter_in_K_ln",
        "a😀b, a_b"
    })
    void wireName_ofOneTool_isItsNameSpelledLegally(String name, String expected) {
        assertThat(only(name)).isEqualTo(expected);
    }

    @Test
    void wireName_of64Characters_isTheName() {
        String name = "x".repeat(64);

        assertThat(only(name)).isEqualTo(name);
    }

    @Test
    void wireName_ofLongName_isCutAndMadeUnique() {
        assertThat(only("x".repeat(65))).hasSize(64).matches("x{55}_[0-9a-f]{8}");
    }

    @Test
    void wireName_withoutAnyLegalLetter_saysTool() {
        assertThat(only("天気")).matches("tool_[0-9a-f]{8}");
    }

    @Test
    void wireNames_ofLongNamesThatDifferAtTheEnd_differ() {
        String head = "directory_of_customers_and_their_contracts_in_the_archive_of_the_company_";
        WireNames names = WireNames.of(List.of(ToolId.of(head + "get"), ToolId.of(head + "delete")));

        assertThat(names.wireName(ToolId.of(head + "get"))).isNotEqualTo(names.wireName(ToolId.of(head + "delete")));
    }

    @Test
    void wireNames_onClash_leaveTheExactNameAlone() {
        ToolId exact = ToolId.of("workspace_read");
        ToolId dotted = ToolId.of("workspace.read");
        WireNames names = WireNames.of(List.of(dotted, exact));

        assertThat(names.wireName(exact)).isEqualTo("workspace_read");
        assertThat(names.wireName(dotted)).matches("workspace_read_[0-9a-f]{8}");
    }

    @Test
    void wireNames_ofTwoVersions_areBothSuffixed() {
        ToolId first = ToolId.of("read", "v1");
        ToolId second = ToolId.of("read", "v2");
        WireNames names = WireNames.of(List.of(first, second));

        assertThat(names.wireName(first)).matches("read_[0-9a-f]{8}");
        assertThat(names.wireName(second)).matches("read_[0-9a-f]{8}").isNotEqualTo(names.wireName(first));
        assertThat(names.toolId("read")).isNull();
    }

    @Test
    void wireName_ofToolNamedLikeAHash_staysItsOwn() {
        String suffixed = WireName.suffixed(ToolId.of("a.b"), WireName.DIGITS);
        List<ToolId> ids = List.of(ToolId.of("a.b"), ToolId.of("a_b"), ToolId.of(suffixed));
        WireNames names = WireNames.of(ids);

        assertThat(names.wireName(ToolId.of(suffixed))).isEqualTo(suffixed);
        assertThat(names.wireName(ToolId.of("a.b"))).matches("a_b_[0-9a-f]{16}");
    }

    @Test
    void wireNames_whereEveryHashIsTaken_areRefused() {
        ToolId victim = ToolId.of("a.b");
        List<ToolId> ids = new ArrayList<>(List.of(victim, ToolId.of("a_b")));
        for (int digits = WireName.DIGITS; digits <= WireName.MAX_DIGITS; digits += WireName.DIGITS) {
            ids.add(ToolId.of(WireName.suffixed(victim, digits)));
        }

        assertThatThrownBy(() -> WireNames.of(ids))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("a.b@v1");
    }

    static Stream<Long> seeds() {
        return IntStream.range(0, 100 * Integer.getInteger("harbor.seeds.times", 1))
                .mapToObj(i -> 7_000_003L + i);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void wireNames_ofRandomNames_areLegalDistinctAndReversible(long seed) {
        Set<ToolId> ids = randomIds(new Random(seed));
        WireNames names = WireNames.of(ids);

        assertThat(names.all()).hasSameSizeAs(ids).allMatch(name -> name.matches(LEGAL));
        assertThat(ids)
                .allSatisfy(id -> assertThat(names.toolId(names.wireName(id))).isEqualTo(id));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void wireNames_inAnyOrder_areTheSame(long seed) {
        Random random = new Random(seed);
        List<ToolId> ids = new ArrayList<>(randomIds(random));
        WireNames before = WireNames.of(ids);
        Collections.shuffle(ids, random);
        WireNames after = WireNames.of(ids);

        assertThat(ids).allSatisfy(id -> assertThat(after.wireName(id)).isEqualTo(before.wireName(id)));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void wireNames_neverLeadTwoWays(long seed) {
        Set<ToolId> ids = randomIds(new Random(seed));
        WireNames names = WireNames.of(ids);

        assertThat(ids)
                .allSatisfy(id -> assertThat(names.toolId(id.name()))
                        .satisfiesAnyOf(
                                owner -> assertThat(owner).isNull(),
                                owner -> assertThat(owner.name()).isEqualTo(id.name())));
    }

    /** Makes names that like to clash: few letters, many separators, some too long, some versions, some like what others are called with a hash. */
    private static Set<ToolId> randomIds(Random random) {
        Set<ToolId> ids = new LinkedHashSet<>();
        String letters = "ab._-/ é天";
        while (ids.size() < 40) {
            StringBuilder name = new StringBuilder("a");
            int length = random.nextInt(10) == 0 ? 60 + random.nextInt(20) : random.nextInt(4);
            for (int i = 0; i < length; i++) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            ToolId id = ToolId.of(name.append('b').toString(), "v" + (1 + random.nextInt(2)));
            ids.add(id);
            if (random.nextInt(5) == 0) {
                ids.add(ToolId.of(WireName.suffixed(id, WireName.DIGITS)));
            }
        }
        return ids;
    }

    private static String only(String name) {
        return WireNames.of(List.of(ToolId.of(name))).wireName(ToolId.of(name));
    }
}
