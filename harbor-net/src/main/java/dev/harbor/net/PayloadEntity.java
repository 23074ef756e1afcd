package dev.harbor.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.jspecify.annotations.Nullable;

/** Hands a payload to the connection while it is sent. Not thread-safe. */
final class PayloadEntity extends AbstractHttpEntity {

    private final Payload payload;
    private final InputStream content;
    private final Connection connection;

    PayloadEntity(Payload payload, InputStream content, Connection connection) {
        super((String) null, null, payload.length() < 0);
        this.payload = payload;
        this.content = content;
        this.connection = connection;
    }

    @Override
    public void writeTo(OutputStream to) throws IOException {
        byte @Nullable [] bytes = payload.bytes();
        if (bytes == null) {
            Wire.copy(content, to, payload.length(), connection);
        } else {
            to.write(bytes);
        }
    }

    @Override
    public InputStream getContent() {
        return content;
    }

    @Override
    public boolean isStreaming() {
        return true;
    }

    @Override
    public long getContentLength() {
        return payload.length();
    }

    @Override
    public void close() throws IOException {
        content.close();
    }
}
