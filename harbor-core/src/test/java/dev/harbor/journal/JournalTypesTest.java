package dev.harbor.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JournalTypesTest {

    private static final Instant AT = Instant.parse("2031-01-01T00:00:00Z");
    private static final Identity ADA = Identity.of("acme", "ada", "s");
    private static final List<String> BAD_TEXTS =
            List.of("nul\0", "high \ud83d alone", "low \ude80 alone", "\ude80\ud83d");

    private static JournalEntry entry(String type, int version, String data) {
        return new JournalEntry(type, version, AT, Json.lazy(data));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "call.intended", "a_b.9", "0123456789012345678901234567890123456789012345678901234567890123"
            })
    void entry_ofGoodType_isMade(String type) {
        assertThat(entry(type, 1, "{}").type()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "A", "a b", "a-b", "é", "01234567890123456789012345678901234567890123456789012345678901234"})
    void entry_ofBadType_isRefused(String type) {
        assertThatIllegalArgumentException().isThrownBy(() -> entry(type, 1, "{}"));
    }

    @Test
    void entry_ofBadData_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry("a", 0, "{}"))
                .withMessageContaining("version");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry("a", 1, "[]"))
                .withMessageContaining("ARRAY");
        assertThatIllegalArgumentException().isThrownBy(() -> entry("a", 1, "null"));
        assertThatExceptionOfType(MalformedJsonException.class).isThrownBy(() -> entry("a", 1, "{\"a\":"));
        assertThatNullPointerException().isThrownBy(() -> new JournalEntry("a", 1, nothing(), Json.EMPTY_OBJECT));
    }

    @Test
    void entry_atTheSizeBound_isMade_andOneByteMoreIsRefused() {
        String frame = "{\"x\":\"\"}";
        String fill = "x".repeat(JournalEntry.MAX_DATA_BYTES - frame.length());

        assertThat(entry("a", 1, "{\"x\":\"" + fill + "\"}").data().sizeBytes()).isEqualTo(JournalEntry.MAX_DATA_BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry("a", 1, "{\"x\":\"" + fill + "x\"}"))
                .withMessageContaining("" + (JournalEntry.MAX_DATA_BYTES + 1));
    }

    @Test
    void record_belowOne_isRefused() {
        assertThat(new JournalRecord(1, entry("a", 1, "{}")).sequence()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new JournalRecord(0, entry("a", 1, "{}")));
    }

    @Test
    void claim_outOfBounds_isRefused() {
        String stream = "n".repeat(StreamHead.MAX_STREAM_LENGTH);
        String owner = "o".repeat(Claim.MAX_OWNER_LENGTH);
        assertThat(new Claim(stream, owner, 1, AT).epoch()).isEqualTo(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new Claim(stream + "n", "o", 1, AT));
        assertThatIllegalArgumentException().isThrownBy(() -> new Claim("s", owner + "o", 1, AT));
        for (String bad : append(BAD_TEXTS, "")) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Claim(bad, "o", 1, AT));
            assertThatIllegalArgumentException().isThrownBy(() -> new Claim("s", bad, 1, AT));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Claim("s", "o", 0, AT));
        assertThatNullPointerException().isThrownBy(() -> new Claim("s", "o", 1, nothing()));
    }

    @Test
    void claim_isLive_untilItsEnd() {
        Claim claim = new Claim("s", "o", 1, AT);

        assertThat(claim.isLive(AT.minusNanos(1))).isTrue();
        assertThat(claim.isLive(AT)).isFalse();
    }

    @Test
    void head_outOfBounds_isRefused() {
        StreamHead head = StreamHead.of("s", ADA, "running");
        Map<String, String> keys = new HashMap<>();
        for (int i = 0; i < StreamHead.MAX_KEYS; i++) {
            keys.put("k" + i, "v");
        }
        String longest = "k".repeat(StreamHead.MAX_KEY_LENGTH);

        assertThat(head.keys(keys).keys()).hasSize(64);
        keys.put("one too many", "v");
        assertThatIllegalArgumentException().isThrownBy(() -> head.keys(keys));
        assertThat(head.keys(Map.of(longest, longest)).keys()).hasSize(1);
        assertThat(head.state("s".repeat(32)).state()).hasSize(32);
        for (String bad : append(BAD_TEXTS, "", "s".repeat(513))) {
            assertThatIllegalArgumentException().isThrownBy(() -> StreamHead.of(bad, ADA, "running"));
            assertThatIllegalArgumentException().isThrownBy(() -> head.state(bad));
            assertThatIllegalArgumentException().isThrownBy(() -> head.keys(Map.of(bad, "v")));
        }
        BAD_TEXTS.forEach(bad -> assertThatIllegalArgumentException().isThrownBy(() -> head.keys(Map.of("k", bad))));
        assertThatIllegalArgumentException().isThrownBy(() -> head.state("s".repeat(33)));
        assertThatExceptionOfType(IdentityException.class).isThrownBy(() -> StreamHead.of("s", nothing(), "running"));
    }

    @Test
    void head_copied_keepsTheRest() {
        StreamHead head = StreamHead.of("s", ADA, "running").wakeAt(AT).keys(Map.of("k", "v"));

        assertThat(head.state("waiting")).isEqualTo(new StreamHead("s", ADA, "waiting", AT, Map.of("k", "v")));
        assertThat(head.wakeAt(null).wakeAt()).isNull();
        assertThat(head.wakeAt(null).keys()).isEqualTo(Map.of("k", "v"));
    }

    @Test
    void info_belowZero_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StreamInfo(StreamHead.of("s", ADA, "running"), -1, null));
    }

    @Test
    void names_areOrderedAsTheirUtf8Bytes() {
        Random random = new Random(20310101);
        List<String> names = new ArrayList<>();
        int[] points = {
            'a', 'b', '-', 0x7f, 0xe9, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff, 0x10000, 0x1f680, 0x10ffff
        };
        for (int i = 0; i < 400; i++) {
            names.add(random.ints(random.nextInt(5), 0, points.length)
                    .map(index -> points[index])
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
        }
        for (String a : names) {
            for (String b : names) {
                int bytes =
                        Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
                assertThat(Integer.signum(StreamHead.NAME_ORDER.compare(a, b)))
                        .as("%s to %s", a, b)
                        .isEqualTo(Integer.signum(bytes));
            }
        }
    }

    @Test
    void query_ofCriteria_addsThemUp() {
        HeadQuery query = HeadQuery.user("acme", "ada")
                .states("waiting", "running")
                .dueBy(AT)
                .unclaimedBy(AT)
                .key("a", "1")
                .key("b", "2")
                .key("a", "3")
                .after("m")
                .limit(7);

        assertThat(query.tenant()).isEqualTo("acme");
        assertThat(query.user()).isEqualTo("ada");
        assertThat(query.session()).isNull();
        assertThat(query.states()).containsExactlyInAnyOrder("waiting", "running");
        assertThat(query.dueBy()).isEqualTo(AT);
        assertThat(query.unclaimedBy()).isEqualTo(AT);
        assertThat(query.keys()).isEqualTo(Map.of("a", "3", "b", "2"));
        assertThat(query.after()).isEqualTo("m");
        assertThat(query.limit()).isEqualTo(7);
    }

    @Test
    void query_matches_whatMeetsEveryCriterion() {
        StreamHead head = StreamHead.of("n", ADA, "waiting").wakeAt(AT).keys(Map.of("a", "1", "b", "2"));
        Claim claim = new Claim("n", "o", 1, AT);
        StreamInfo stream = new StreamInfo(head, 3, claim);
        HeadQuery all = HeadQuery.session(ADA)
                .states("waiting")
                .dueBy(AT)
                .unclaimedBy(AT)
                .key("a", "1")
                .after("m");

        assertThat(all.matches(stream)).isTrue();
        assertThat(all.matches(new StreamInfo(head, 3, null))).isTrue();
        assertThat(all.states("running").matches(stream)).isFalse();
        assertThat(all.dueBy(AT.minusNanos(1)).matches(stream)).isFalse();
        assertThat(all.unclaimedBy(AT.minusNanos(1)).matches(stream)).isFalse();
        assertThat(all.key("c", "1").matches(stream)).isFalse();
        assertThat(all.after("n").matches(stream)).isFalse();
        assertThat(HeadQuery.tenant("globex").matches(stream)).isFalse();
        assertThat(HeadQuery.user("acme", "bob").matches(stream)).isFalse();
        assertThat(HeadQuery.everyTenant().matches(stream)).isTrue();
        assertThat(HeadQuery.everyTenant().dueBy(AT).matches(new StreamInfo(head.wakeAt(null), 3, null)))
                .isFalse();
    }

    @Test
    void query_ofBadLimitOrNull_isRefused() {
        HeadQuery query = HeadQuery.everyTenant();
        assertThat(query.limit()).isEqualTo(HeadQuery.MAX_LIMIT);
        assertThat(query.limit(1).limit(HeadQuery.MAX_LIMIT).limit()).isEqualTo(HeadQuery.MAX_LIMIT);
        assertThatIllegalArgumentException().isThrownBy(() -> query.limit(0));
        assertThatIllegalArgumentException().isThrownBy(() -> query.limit(HeadQuery.MAX_LIMIT + 1));
        assertThatNullPointerException().isThrownBy(() -> HeadQuery.tenant(nothing()));
        assertThatNullPointerException().isThrownBy(() -> HeadQuery.user("acme", nothing()));
        assertThatNullPointerException().isThrownBy(() -> query.dueBy(nothing()));
        assertThatNullPointerException().isThrownBy(() -> query.key("a", nothing()));
        assertThatNullPointerException().isThrownBy(() -> query.after(nothing()));
    }

    private static List<String> append(List<String> texts, String... more) {
        List<String> all = new ArrayList<>(texts);
        all.addAll(List.of(more));
        return all;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T nothing() {
        return null;
    }
}
