package dev.harbor.tools.mcp;

import dev.harbor.json.Json;
import dev.harbor.tool.ToolContext;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Is the progress of one call on its way from the thread that reads to the one that waits, who tells it before the answer and in the order in which it came. So
 * nobody's listeners hold up the thread that reads for all. Of what is not told yet the newest {@value #MOST} are kept.
 *
 * <p>Thread-safe; one thread tells at a time.
 */
final class Progress {

    static final int MOST = 64;

    private final long token;
    private volatile Patience patience;
    private volatile ToolContext context;
    private volatile @Nullable Exchange exchange;
    private volatile boolean over;
    private volatile @Nullable Queue<String> coming;

    Progress(long token, ToolContext context, Patience patience) {
        this.token = token;
        this.context = context;
        this.patience = patience;
    }

    /** Returns the name under which the server reports it. */
    long token() {
        return token;
    }

    /** Tells from now on somebody else, who goes on with the call. */
    void goesTo(ToolContext goingOn, Patience goingOnPatience) {
        patience = goingOnPatience;
        context = goingOn;
    }

    /** Says who is woken. */
    void wakes(Exchange waiting) {
        exchange = waiting;
    }

    /** Takes what the server reports; false if the answer was there before. */
    boolean came(Json report) {
        if (over) {
            return false;
        }
        patience.sign();
        String text = Progressed.text(report);
        Exchange waiting = exchange;
        if (text != null && isFirst(text) && waiting != null) {
            waiting.stir();
        }
        return true;
    }

    private synchronized boolean isFirst(String text) {
        Queue<String> kept = coming;
        Queue<String> all = kept == null ? new ArrayDeque<>() : kept;
        coming = all;
        if (all.size() >= MOST) {
            all.remove();
        }
        all.add(text);
        return all.size() == 1;
    }

    /** Tells what came, on the thread of the caller. */
    void tell() {
        if (coming == null) {
            return;
        }
        for (String text = next(); text != null; text = next()) {
            context.progress(text);
        }
    }

    private synchronized @Nullable String next() {
        Queue<String> all = coming;
        return all == null ? null : all.poll();
    }

    /** Takes no more: the answer is there. */
    void end() {
        over = true;
    }
}
