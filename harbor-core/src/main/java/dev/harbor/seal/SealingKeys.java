package dev.harbor.seal;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals bytes with AES-256-GCM, so that who reads the medium learns nothing and who writes to it is found out. What is sealed is bound to its context, the
 * place where it lies, and opens nowhere else. The first key seals, the others only open what they sealed before: to rotate, put a new key in front.
 *
 * <p>A sealed value is a version (1 byte), the length of the key's id (1 byte), the id, a nonce (12 bytes, random), and the ciphertext with its tag. A key
 * seals at most 2<sup>32</sup> values before it should be replaced, since its nonces are random. ADR 33.
 *
 * <p>Immutable, thread-safe. Keys appear in no message and not in {@link #toString()}.
 */
public final class SealingKeys {

    /** How many bytes a key has. */
    public static final int KEY_BYTES = 32;

    private static final byte VERSION = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String current;
    private final Map<String, SecretKey> keys;

    private SealingKeys(String current, Map<String, SecretKey> keys) {
        this.current = current;
        this.keys = keys;
    }

    /**
     * Returns one key, which seals and opens.
     *
     * @param id names the key in what it seals, 1 to 64 characters of {@code [A-Za-z0-9._-]}; no secret
     * @param key {@value #KEY_BYTES} bytes from a good source, such as a key service; copied
     * @throws IllegalArgumentException if the id is not spelled as allowed or the key has another length
     */
    public static SealingKeys of(String id, byte[] key) {
        return new SealingKeys(requireId(id), Map.of(id, key(id, key)));
    }

    /**
     * Returns these keys and one more that opens what it sealed before, and seals no more.
     *
     * @throws IllegalArgumentException as {@link #of}, or if there is a key of that id
     */
    public SealingKeys retired(String id, byte[] key) {
        Map<String, SecretKey> more = new LinkedHashMap<>(keys);
        if (more.put(requireId(id), key(id, key)) != null) {
            throw new IllegalArgumentException("there are two keys with the id '" + id + "'");
        }
        return new SealingKeys(current, Map.copyOf(more));
    }

    private static String requireId(String id) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("the id of a key must match " + ID.pattern());
        }
        return id;
    }

    private static SecretKey key(String id, byte[] key) {
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException(
                    "the key '" + id + "' has " + key.length + " bytes, AES-256 takes " + KEY_BYTES);
        }
        return new SecretKeySpec(key, "AES");
    }

    /** Returns the bytes sealed for a place; two seals of the same bytes differ. */
    public byte[] seal(byte[] plain, String context) {
        byte[] id = current.getBytes(StandardCharsets.US_ASCII);
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        byte[] sealed = run(Cipher.ENCRYPT_MODE, current, nonce, context, plain);
        return ByteBuffer.allocate(2 + id.length + NONCE_BYTES + sealed.length)
                .put(VERSION)
                .put((byte) id.length)
                .put(id)
                .put(nonce)
                .put(sealed)
                .array();
    }

    /**
     * Returns what was sealed for the place.
     *
     * @throws StoreException with {@link ErrorCode#SEAL_BROKEN} if it was sealed with a key that is not here or for another place, or has changed since
     */
    public byte[] open(byte[] sealed, String context) {
        Objects.requireNonNull(context, "context");
        ByteBuffer in = ByteBuffer.wrap(sealed);
        if (in.remaining() < 2 || in.get() != VERSION) {
            throw broken("it is not sealed, or in a form that is not known here", null);
        }
        byte[] id = new byte[in.get() & 0xFF];
        if (in.remaining() < id.length + NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw broken("it is too short", null);
        }
        in.get(id);
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        byte[] ciphertext = new byte[in.remaining()];
        in.get(ciphertext);
        return run(Cipher.DECRYPT_MODE, new String(id, StandardCharsets.ISO_8859_1), nonce, context, ciphertext);
    }

    private byte[] run(int mode, String id, byte[] nonce, String context, byte[] bytes) {
        SecretKey key = keys.get(id);
        if (key == null) {
            throw broken("the key that sealed it is not among " + keys.keySet(), null);
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(context.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw broken("it was sealed for another place or with another key, or it has changed", e);
        }
    }

    private static StoreException broken(String why, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.SEAL_BROKEN, "what is sealed can't be opened: " + why, cause);
    }

    /** Returns the ids of the keys, the sealing one first. */
    @Override
    public String toString() {
        return "SealingKeys[" + current + " of " + keys.keySet() + "]";
    }
}
