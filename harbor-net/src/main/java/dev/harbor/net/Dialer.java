package dev.harbor.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.util.List;
import org.apache.hc.core5.http.HttpException;
import org.jspecify.annotations.Nullable;

/** Opens connections: finds the addresses, has each checked, connects to one that was, and secures it. Thread-safe. */
final class Dialer {

    private final EgressPolicy egress;
    private final Names names;
    private final TlsSettings tls;
    private final @Nullable HttpProxy proxy;

    Dialer(EgressPolicy egress, Names names, TlsSettings tls, @Nullable HttpProxy proxy) {
        this.egress = egress;
        this.names = names;
        this.tls = tls;
        this.proxy = proxy;
    }

    boolean usesProxy() {
        return proxy != null;
    }

    /** Returns what a plain request tells the proxy of who asks, or null. */
    @Nullable
    String proxyAuthorization() {
        return proxy == null ? null : proxy.authorization();
    }

    /** Refuses what can be told without asking anybody, so that nothing is resolved for it and no kept connection serves it. */
    void check(Target target, Exchange exchange) {
        String refusal = egress.refusal(target);
        if (refusal == null && proxy != null && target.literal() == null) {
            refusal = egress.refusalBehindProxy(target);
        }
        refuse(refusal, target, exchange);
    }

    /** Opens a connection that is unbound yet; if it fails, the exchange has ended and let go of the place. */
    void open(Connection connection, Target target, Lease lease, Exchange exchange) {
        HttpProxy through = proxy;
        List<InetAddress> addresses = through == null ? checked(target, exchange, lease) : of(through, exchange, lease);
        exchange.enter(Step.CONNECT, lease::discard);
        connect(connection, addresses, through == null ? target.port() : through.port(), exchange);
        if (through != null && target.secure()) {
            exchange.enter(Step.TUNNEL, lease::discard);
            tunnel(connection, target, through, exchange);
        }
        if (target.secure()) {
            exchange.enter(Step.TLS, lease::discard);
            secure(connection, target, exchange);
        }
    }

    /** One address that is refused refuses them all: a name that leads inwards as well as outwards is not to be trusted with either. */
    private List<InetAddress> checked(Target target, Exchange exchange, Lease lease) {
        InetAddress literal = target.literal();
        List<InetAddress> addresses =
                literal == null ? names.resolve(target.host(), exchange, lease::discard) : List.of(literal);
        exchange.enter(Step.CONNECT, lease::discard);
        for (InetAddress address : addresses) {
            refuse(egress.refusal(address, target.secure()), target, exchange);
        }
        return addresses;
    }

    private List<InetAddress> of(HttpProxy through, Exchange exchange, Lease lease) {
        return Literal.parse(through.host())
                .map(List::of)
                .orElseGet(() -> names.resolve(through.host(), exchange, lease::discard));
    }

    private static void refuse(@Nullable String refusal, Target target, Exchange exchange) {
        if (refusal != null) {
            String what = "the egress policy refuses " + SafeText.of(target.authority()) + ": " + refusal;
            throw exchange.failure(NetFailure.EGRESS_REFUSED, what, null);
        }
    }

    private static void connect(Connection connection, List<InetAddress> addresses, int port, Exchange exchange) {
        IOException last = null;
        for (InetAddress address : addresses) {
            try {
                // Without a word on proxies the virtual machine would ask its system properties for one.
                Socket socket = new Socket(Proxy.NO_PROXY);
                connection.bind(socket);
                socket.setTcpNoDelay(true);
                socket.setKeepAlive(true);
                socket.connect(new InetSocketAddress(address, port));
                return;
            } catch (IOException e) {
                last = e;
                if (exchange.isOver()) {
                    break;
                }
            }
        }
        throw exchange.failure(NetFailure.CONNECT_FAILED, "no connection came about", last);
    }

    private static void tunnel(Connection connection, Target target, HttpProxy through, Exchange exchange) {
        try {
            int status = Wire.connectThrough(connection, target, through.authorization());
            if (status != 200) {
                String what = "the proxy refused a way to the target with status " + status;
                throw exchange.failure(NetFailure.PROXY_REFUSED, what, null);
            }
        } catch (IOException | HttpException e) {
            throw exchange.failure(NetFailure.PROXY_REFUSED, "the proxy gave no sound answer", e);
        }
    }

    private void secure(Connection connection, Target target, Exchange exchange) {
        try {
            Socket plain = connection.socket();
            connection.bind(tls.secure(plain, target.host(), target.port()), plain);
        } catch (IOException e) {
            throw exchange.failure(NetFailure.TLS_FAILED, "the TLS handshake failed", e);
        }
    }
}
