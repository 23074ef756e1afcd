package dev.harbor.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harbor.event.Redactor;
import dev.harbor.json.Json;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The small parts. */
final class InspectorUnitsTest {

    private static InspectorRequest request(String mount, String path) {
        return InspectorRequest.of("GET", mount, path, null, Map.of(), InputStream.nullInputStream());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "//evil.example", "m", "/m/", "https://evil.example"})
    void mount_thatWouldLeadElsewhere_isRefused(String mount) {
        assertThatIllegalArgumentException().isThrownBy(() -> request(mount, "/"));
    }

    @Test
    void path_beginsWithASlash() {
        assertThatIllegalArgumentException().isThrownBy(() -> request("/m", "x"));
        assertThat(request("", "").path()).isEmpty();
    }

    @Test
    void request_showsNoCredential() {
        InspectorRequest request = InspectorRequest.of(
                "GET",
                "/m",
                "/x",
                "token=1",
                Map.of("Authorization", List.of("Bearer q")),
                InputStream.nullInputStream());
        assertThat(request).hasToString("InspectorRequest[GET /m/x]");
        assertThat(request.header("authorization")).isEqualTo("Bearer q");
    }

    @Test
    void access_beginsWithReading() {
        InspectorAccess access = InspectorAccess.tenant("olga", "acme");
        assertThat(access.decides() || access.steers() || access.seesTools()).isFalse();
        assertThat(access.withDecisions().steers()).isFalse();
        assertThat(access.withSteering().decides()).isFalse();
        assertThat(access.withTools().decides()).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> InspectorAccess.everyTenant(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> InspectorAccess.everyTenant("x".repeat(257)));
    }

    @Test
    void access_coversWhatItNames() {
        assertThat(InspectorAccess.everyTenant("o").covers(Served.EVE)).isTrue();
        assertThat(InspectorAccess.tenant("o", "acme").covers(Served.BEN)).isTrue();
        assertThat(InspectorAccess.tenant("o", "acme").covers(Served.EVE)).isFalse();
        assertThat(InspectorAccess.user("o", "acme", "ada").covers(Served.BEN)).isFalse();
        assertThat(InspectorAccess.user("o", "umbrella", "ada").covers(Served.ADA))
                .isFalse();
        assertThat(InspectorAccess.session("o", Served.ADA).covers(Served.ADA)).isTrue();
        assertThat(InspectorAccess.session("o", Served.ADA).covers(Served.BEN)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "0, '0 ms'",
        "999, '999 ms'",
        "1500, '1.5 s'",
        "61000, '1 min 1 s'",
        "7260000, '2 h 1 min'",
        "176400000, '2 d 1 h'"
    })
    void durations_areSaidAsPeopleDo(long millis, String expected) {
        assertThat(Words.duration(Duration.ofMillis(millis))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"-5, '0 s'", "59, '59 s'", "60, '1 min'", "7199, '1 h'", "172800, '2 d'"})
    void ages_haveOneUnit(long seconds, String expected) {
        assertThat(Words.age(Duration.ofSeconds(seconds))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"12, '12 B'", "2048, '2.0 kB'", "3145728, '3.0 MB'"})
    void bytes_areShort(long bytes, String expected) {
        assertThat(Words.bytes(bytes)).isEqualTo(expected);
    }

    @Test
    void markup_marksWhatIsNotShown_andNeverCutsACharacter() {
        Markup markup = new Markup(Redactor.standard(), 4);
        assertThat(markup.text("a\u202Eb\u0000").toString()).isEqualTo("a\uFFFDb\uFFFD");
        assertThat(new Markup(Redactor.standard(), 4).text("abc\uD83D\uDE00def").toString())
                .startsWith("abc…")
                .contains("4 of 8 characters");
        assertThat(new Markup(Redactor.standard(), 9).excerpt("abcdef", 3).toString())
                .isEqualTo("abc…");
    }

    @Test
    void document_thatIsNone_isNotShown() {
        assertThat(new Markup(Redactor.standard(), 900).json(Json.lazy("{oops")).toString())
                .isEqualTo("<pre>(not shown, 5 bytes)</pre>");
    }

    @Test
    void step_ofAPath_isEncoded_whateverItIs() {
        assertThat(Markup.path("/m", "runs", "a/b?c#d +%")).isEqualTo("/m/runs/a%2Fb%3Fc%23d%20%2B%25");
        assertThat(Fields.steps("/runs/a%2Fb%3Fc%23d%20+%25")).containsExactly("runs", "a/b?c#d +%");
        assertThatExceptionOfType(Refusal.class).isThrownBy(() -> Fields.steps("/runs/%zz"));
    }

    @Test
    void state_thatIsNotKnown_hasNoNameOfItsOwn() {
        assertThat(Badge.name("succeeded")).isEqualTo("succeeded");
        assertThat(Badge.name("x\" onload=y")).isEqualTo("other");
    }

    @Test
    void limits_arePositive() {
        InspectorLimits.Builder limits = InspectorLimits.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> limits.pageRuns(501));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.pageRuns(0));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.rows(0));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.streams(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.beat(Duration.ZERO));
        InspectorLimits standard = InspectorLimits.standard();
        assertThat(standard.pageRuns()).isEqualTo(InspectorLimits.DEFAULT_PAGE_RUNS);
        assertThat(standard.waitingEvents()).isEqualTo(InspectorLimits.DEFAULT_WAITING_EVENTS);
    }
}
