package dev.harbor.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Compresses bytes in memory. */
final class Deflated {

    private Deflated() {}

    static byte[] of(byte[] plain) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 2 + 16);
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /** Takes only what {@link #of} gave, which a seal has proved: it never grows beyond the bound of a record. */
    static byte[] inflate(byte[] deflated) {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("reading what was compressed here failed", e);
        }
    }
}
