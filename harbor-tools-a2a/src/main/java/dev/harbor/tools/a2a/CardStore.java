package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import dev.harbor.json.MalformedJsonException;
import dev.harbor.net.MediaType;
import dev.harbor.net.NetException;
import dev.harbor.net.NetLimits;
import dev.harbor.net.NetTimeouts;
import dev.harbor.net.Outbound;
import dev.harbor.net.Reply;
import dev.harbor.policy.Cancellation;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Holds the card of one agent. It is fetched when it is first wanted and again when it has aged, by one thread for all that want it; a fetch that fails leaves
 * what is there.
 *
 * <p>Thread-safe.
 */
final class CardStore {

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration USUAL = Duration.ofMinutes(10);
    private static final Pattern MAX_AGE = Pattern.compile("max-age\\s*=\\s*\"?(\\d{1,9})");
    private static final String WELL_KNOWN = "/.well-known/agent-card.json";
    private static final String OLD_WELL_KNOWN = "/.well-known/agent.json";

    private final URI base;
    private final PeerSettings settings;
    private final CardSeal seal;
    private final Object lock = new Object();
    private @Nullable Held held;
    private @Nullable CompletableFuture<AgentCard> fetching;
    private volatile @Nullable Throwable failed;

    CardStore(URI base, PeerSettings settings, A2aSignatures signatures) {
        this.base = base;
        this.settings = settings;
        this.seal = new CardSeal(signatures, base, this::keys);
    }

    /** Is a card, how it can be asked for again, and until when it need not be. */
    private record Held(AgentCard card, URI at, @Nullable String tag, Instant until) {

        Held until(Instant later) {
            return new Held(card, at, tag, later);
        }
    }

    /**
     * Returns the card, fetched anew if it has aged.
     *
     * @throws NetException if there is none yet and it can't be reached
     * @throws BrokenPeer if there is none yet and what is there is no card
     */
    AgentCard card() {
        Held known = held();
        return known != null && now().isBefore(known.until()) ? known.card() : shared();
    }

    /** Fetches the card whether it has aged or not. */
    AgentCard refresh() {
        Held known = held();
        if (known != null) {
            keep(known.until(Instant.EPOCH));
        }
        return shared();
    }

    /** Returns the card as it is held, or null. */
    @Nullable
    AgentCard current() {
        Held known = held();
        return known == null ? null : known.card();
    }

    private @Nullable Held held() {
        synchronized (lock) {
            return held;
        }
    }

    private void keep(Held now) {
        synchronized (lock) {
            held = now;
        }
    }

    private AgentCard shared() {
        CompletableFuture<AgentCard> mine = new CompletableFuture<>();
        CompletableFuture<AgentCard> theirs;
        synchronized (lock) {
            theirs = fetching;
            fetching = theirs == null ? mine : theirs;
        }
        return theirs == null ? fetch(mine) : join(theirs);
    }

    private static AgentCard join(CompletableFuture<AgentCard> theirs) {
        try {
            return theirs.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private AgentCard fetch(CompletableFuture<AgentCard> mine) {
        try {
            AgentCard card = fetch();
            done();
            mine.complete(card);
            return card;
        } catch (RuntimeException | Error e) {
            done();
            Held known = held();
            if (known == null || e instanceof Error) {
                mine.completeExceptionally(e);
                throw e;
            }
            // What worked goes on working; it is asked for again before long.
            keep(known.until(now().plus(SHORTEST)));
            mine.complete(known.card());
            failed = e;
            return known.card();
        }
    }

    /** Returns why the last fetch failed although there is a card; null if it did not. */
    @Nullable
    Throwable trouble() {
        return failed;
    }

    private void done() {
        synchronized (lock) {
            fetching = null;
        }
    }

    private Instant now() {
        return settings.access().clock().instant();
    }

    private AgentCard fetch() {
        Held known = held();
        URI first = known == null ? place(WELL_KNOWN) : known.at();
        Held got = get(first, known);
        if (got == null && known == null && !isWhole()) {
            got = get(place(OLD_WELL_KNOWN), null);
        }
        if (got == null) {
            throw new BrokenPeer("there is no card at " + Words.line(first.getPath()) + " (HTTP 404)");
        }
        keep(got);
        failed = null;
        return got.card();
    }

    private boolean isWhole() {
        return String.valueOf(base.getPath()).toLowerCase(Locale.ROOT).endsWith(".json");
    }

    private URI place(String wellKnown) {
        if (isWhole()) {
            return base;
        }
        String text = base.toString();
        int end = text.length() - (text.endsWith("/") ? 1 : 0);
        return URI.create(text.substring(0, end) + wellKnown);
    }

    /** Returns what is there; null if there is nothing. */
    private @Nullable Held get(URI at, @Nullable Held known) {
        String tag = known == null ? null : known.tag();
        try (Reply reply = settings.access().http().send(request(at, tag), Cancellation.create())) {
            if (reply.status() == 304 && known != null) {
                return known.until(until(reply));
            }
            if (reply.status() == 404) {
                return null;
            }
            Json json = json(reply, "the card");
            seal.require(json);
            return new Held(
                    AgentCard.read(json), at, reply.headers().first("ETag").orElse(null), until(reply));
        }
    }

    private Json keys(URI at) {
        try (Reply reply = settings.access().http().send(request(at, null), Cancellation.create())) {
            return json(reply, "a set of keys");
        }
    }

    private Json json(Reply reply, String what) {
        if (!reply.isSuccess()) {
            throw new BrokenPeer(what + " can't be had (HTTP " + reply.status() + ")");
        }
        String text = reply.text(settings.limits().cardBytes());
        try {
            return Json.parse(text);
        } catch (MalformedJsonException e) {
            String type = reply.mediaType().map(MediaType::toString).orElse("no media type");
            throw new BrokenPeer(what + " is not JSON (" + Words.line(type) + ')', e);
        }
    }

    /** Without the version some answer in the shape of an older one. */
    private Outbound request(URI at, @Nullable String tag) {
        A2aLimits limits = settings.limits();
        Outbound.Builder request = Outbound.get(at)
                .header("Accept", "application/json")
                .header("A2A-Version", ProtocolVersion.V1_0.text())
                .limits(NetLimits.standard().body(limits.cardBytes()))
                .timeouts(NetTimeouts.builder()
                        .connect(limits.connect())
                        .handshake(limits.connect())
                        .head(limits.head())
                        .idle(limits.head())
                        .total(limits.head().multipliedBy(2))
                        .build());
        return (tag == null ? request : request.header("If-None-Match", tag)).build();
    }

    private Instant until(Reply reply) {
        String control = reply.headers().first("Cache-Control").orElse("").toLowerCase(Locale.ROOT);
        Matcher age = MAX_AGE.matcher(control);
        Duration said = age.find() ? Duration.ofSeconds(Long.parseLong(age.group(1))) : USUAL;
        boolean never = control.contains("no-store") || control.contains("no-cache");
        Duration bounded = never || said.compareTo(SHORTEST) < 0 ? SHORTEST : said;
        return now().plus(bounded.compareTo(LONGEST) > 0 ? LONGEST : bounded);
    }

    /** Returns how long it is until the card has aged. */
    Duration fresh() {
        Held known = held();
        Duration left = known == null ? SHORTEST : Duration.between(now(), known.until());
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }
}
