package dev.harbor.net;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Is how connections are secured: whom to trust, and by which protocols. The certificate always has to be the host's. Immutable. */
record TlsSettings(SSLContext context, List<String> protocols) {

    static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /** Returns what trusts the authorities of the virtual machine and shows no certificate of its own, whatever its system properties name. */
    static TlsSettings standard() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, null, null);
            return new TlsSettings(context, DEFAULT_PROTOCOLS);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this virtual machine has no TLS", e);
        }
    }

    TlsSettings with(List<String> otherProtocols) {
        return new TlsSettings(context, otherProtocols);
    }

    /** Does the handshake over a connected socket. */
    SSLSocket secure(Socket socket, String host, int port) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(socket, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(protocols.toArray(String[]::new));
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }
}
