package dev.harbor.net;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Is a body with its coding undone and its size bounded. It throws {@link NetException} and nothing else. Not thread-safe. */
final class Body extends InputStream {

    private final WireBody wire;
    private final Coding coding;
    private final Exchange exchange;
    private final long mostBytes;
    private final int expansion;
    private @Nullable InputStream decoded;
    private long count;
    private boolean ended;

    Body(WireBody wire, Coding coding, Exchange exchange, long mostBytes, int expansion) {
        this.wire = wire;
        this.coding = coding;
        this.exchange = exchange;
        this.mostBytes = mostBytes;
        this.expansion = expansion;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        int read = ended ? -1 : decode(into, from, length);
        if (read > 0) {
            count += read;
            bound();
        } else if (read < 0) {
            close();
        }
        return read;
    }

    private int decode(byte[] into, int from, int length) {
        try {
            return stream().read(into, from, length);
        } catch (IOException e) {
            throw exchange.failure(NetFailure.PROTOCOL, "the content coding of the answer is not well-formed", e);
        }
    }

    private InputStream stream() throws IOException {
        InputStream open = decoded;
        if (open == null) {
            // An answer without a body may still name a coding.
            open = coding == Coding.IDENTITY || wire.available() == 0 ? wire : coding.decode(wire);
            decoded = open;
        }
        return open;
    }

    private void bound() {
        if (count > mostBytes) {
            throw exchange.failure(NetFailure.TOO_LARGE, "the answer is larger than " + mostBytes + " bytes", null);
        }
        if (count > NetLimits.FREE_EXPANSION_BYTES && count / expansion > wire.count()) {
            throw exchange.failure(
                    NetFailure.TOO_LARGE, "the answer grows more than " + expansion + "-fold when it is decoded", null);
        }
    }

    /** Frees what decodes; the connection is the reply's to close. */
    @Override
    public void close() {
        ended = true;
        InputStream open = decoded;
        if (open != null && !(open instanceof WireBody)) {
            try {
                open.close();
            } catch (IOException e) {
                throw exchange.failure(NetFailure.PROTOCOL, "the content coding of the answer is not well-formed", e);
            }
        }
    }
}
