package dev.harbor.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SealingKeysTest {

    private static final byte[] KEY = key(1);
    private static final byte[] PLAIN = "the plain text".getBytes(StandardCharsets.UTF_8);

    private final SealingKeys keys = SealingKeys.of("2026-11", KEY);

    private static byte[] key(int seed) {
        byte[] key = new byte[SealingKeys.KEY_BYTES];
        Arrays.fill(key, (byte) seed);
        return key;
    }

    private static void assertBroken(ThrowingCallable opening) {
        assertThatThrownBy(opening)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SEAL_BROKEN))
                .hasMessageStartingWith("what is sealed can't be opened: ");
    }

    @Test
    void sealed_opensAtItsPlace_andShowsNothing() {
        byte[] sealed = keys.seal(PLAIN, "here");

        assertThat(keys.open(sealed, "here")).isEqualTo(PLAIN);
        assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("plain");
        assertThat(keys.open(keys.seal(new byte[0], ""), "")).isEmpty();
    }

    @Test
    void sameBytes_sealedTwice_differInEveryPart() {
        byte[] first = keys.seal(PLAIN, "here");
        byte[] second = keys.seal(PLAIN, "here");
        int header = 2 + "2026-11".length();

        assertThat(Arrays.copyOfRange(first, header, header + 12))
                .isNotEqualTo(Arrays.copyOfRange(second, header, header + 12));
        assertThat(Arrays.copyOfRange(first, header + 12, first.length))
                .isNotEqualTo(Arrays.copyOfRange(second, header + 12, second.length));
    }

    @Test
    void sealed_elsewhere_orByAnotherKey_doesNotOpen() {
        byte[] sealed = keys.seal(PLAIN, "here");

        assertBroken(() -> keys.open(sealed, "there"));
        assertBroken(() -> SealingKeys.of("2026-11", key(2)).open(sealed, "here"));
        assertBroken(() -> SealingKeys.of("2026-12", KEY).open(sealed, "here"));
    }

    @Test
    void anyByte_thatChanges_andAnyCut_isFoundOut() {
        byte[] sealed = keys.seal(PLAIN, "here");
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            byte[] cut = Arrays.copyOf(sealed, i);
            assertBroken(() -> keys.open(changed, "here"));
            assertBroken(() -> keys.open(cut, "here"));
        }
    }

    @Test
    void retiredKey_opens_butSealsNoMore() {
        byte[] old = keys.seal(PLAIN, "here");
        SealingKeys rotated = SealingKeys.of("2026-12", key(2)).retired("2026-11", KEY);

        assertThat(rotated.open(old, "here")).isEqualTo(PLAIN);
        byte[] anew = rotated.seal(PLAIN, "here");
        assertThat(SealingKeys.of("2026-12", key(2)).open(anew, "here")).isEqualTo(PLAIN);
        assertBroken(() -> keys.open(anew, "here"));
    }

    @Test
    void key_isCopied_andNotShown() {
        byte[] given = key(7);
        SealingKeys copied = SealingKeys.of("k", given);
        byte[] sealed = copied.seal(PLAIN, "");
        Arrays.fill(given, (byte) 0);

        assertThat(copied.open(sealed, "")).isEqualTo(PLAIN);
        assertThat(copied.toString())
                .isEqualTo("SealingKeys[k of [k]]")
                .doesNotContain(HexFormat.of().formatHex(key(7)))
                .doesNotContain(Base64.getEncoder().encodeToString(key(7)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16, 31, 33})
    void key_ofAnotherLength_isRefused(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SealingKeys.of("k", new byte[length]))
                .withMessage("the key 'k' has " + length + " bytes, AES-256 takes 32");
    }

    @Test
    void ids_areSpelledAsAllowed_andDiffer() {
        assertThatIllegalArgumentException().isThrownBy(() -> SealingKeys.of("", KEY));
        assertThatIllegalArgumentException().isThrownBy(() -> SealingKeys.of("a b", KEY));
        assertThatIllegalArgumentException().isThrownBy(() -> SealingKeys.of("x".repeat(65), KEY));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.retired("2026-11", key(2)))
                .withMessage("there are two keys with the id '2026-11'");
    }
}
