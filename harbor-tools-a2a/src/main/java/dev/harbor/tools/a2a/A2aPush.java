package dev.harbor.tools.a2a;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Receives what agents push about their tasks: mount it on the server that answers at its address, and hand over what comes. A push wakes up the call that waits for
 * the task, which looks the task up; what the push says is not believed. So it may come twice, late, or not at all.
 *
 * <p>Thread-safe.
 */
public final class A2aPush {

    /** The header in which an agent sends the token: {@value}. */
    public static final String TOKEN_HEADER = "X-A2A-Notification-Token";

    /** What {@link #receive} returns when it has taken the push: {@value}. */
    public static final int TAKEN = 204;

    /** What {@link #receive} returns when it knows no such token: {@value}. */
    public static final int REFUSED = 401;

    private static final int TOKEN_BYTES = 24;

    private final String url;
    private final SecureRandom random = new SecureRandom();

    /** Found by hash, so that the time it takes says nothing of what a token begins with. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    private A2aPush(String url) {
        this.url = url;
    }

    /**
     * Returns a receiver.
     *
     * @param url where agents reach it, by https or, on this machine, by http
     * @throws IllegalArgumentException if it is no URL
     */
    public static A2aPush at(String url) {
        return new A2aPush(Urls.of(url, "url").toString());
    }

    /**
     * Takes a push; does not block. The body need not be read.
     *
     * @param token the value of {@link #TOKEN_HEADER}, or null when it is missing
     * @return the status of HTTP to answer with: {@value #TAKEN} or {@value #REFUSED}
     */
    public int receive(@Nullable String token) {
        Waiting call = token == null ? null : waiting.get(Trace.hex(token, 32));
        if (call == null) {
            return REFUSED;
        }
        call.nudge();
        return TAKEN;
    }

    PushHook register(Waiting call) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        String key = Trace.hex(token, 32);
        waiting.put(key, call);
        return new PushHook(new PushTarget(key.substring(0, 16), url, token), () -> waiting.remove(key));
    }
}
