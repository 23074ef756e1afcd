package dev.harbor.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** Is a content coding that is understood. */
enum Coding {
    IDENTITY {
        @Override
        InputStream decode(InputStream encoded) {
            return encoded;
        }
    },
    GZIP {
        @Override
        InputStream decode(InputStream encoded) throws IOException {
            return new GZIPInputStream(encoded, BUFFER);
        }
    },
    DEFLATE {
        /** The standard means zlib; some send bare deflate, which begins otherwise. */
        @Override
        InputStream decode(InputStream encoded) throws IOException {
            PushbackInputStream peeked = new PushbackInputStream(encoded, 2);
            byte[] head = peeked.readNBytes(2);
            peeked.unread(head);
            boolean zlib =
                    head.length == 2 && (head[0] & 0x0f) == 8 && (((head[0] & 0xff) << 8) + (head[1] & 0xff)) % 31 == 0;
            return new EndingInflater(peeked, new Inflater(!zlib));
        }
    };

    /** What a request says that it takes. */
    static final String ACCEPTED = "gzip, deflate";

    private static final int BUFFER = 8 << 10;

    /** Returns the stream without the coding. It reads from the encoded one at once. */
    abstract InputStream decode(InputStream encoded) throws IOException;

    /**
     * Returns the coding that an answer names.
     *
     * @throws IOException if it is none of these, or more than one
     */
    static Coding of(List<String> named) throws IOException {
        String name = named.isEmpty() ? "" : named.get(0).strip().toLowerCase(Locale.ROOT);
        Coding coding = switch (name) {
            case "", "identity" -> IDENTITY;
            case "gzip", "x-gzip" -> GZIP;
            case "deflate" -> DEFLATE;
            default -> null;
        };
        if (coding == null || named.size() > 1) {
            throw new IOException("the content coding is none of " + ACCEPTED);
        }
        return coding;
    }

    /** Frees its inflater when it is closed, and reads what follows the end, so that the connection can be used again. */
    private static final class EndingInflater extends InflaterInputStream {

        EndingInflater(InputStream in, Inflater inflater) {
            super(in, inflater, BUFFER);
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int count = super.read(into, from, length);
            if (count < 0) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            inf.end();
            super.close();
        }
    }
}
