package dev.harbor.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is remembered of appends is bounded, and ends with the stream. */
final class LastAppendsTest {

    private final LastAppends lasts = new LastAppends();

    private void remember(String stream, long token) {
        lasts.remember(Samples.head(stream), token);
    }

    @Test
    void last_isTheOneThatCameLast_untilItIsForgotten() {
        remember("run/1", 1);
        remember("run/1", 2);
        remember("run/2", 3);
        assertThat(lasts.to("run/1")).isEqualTo(new LastAppends.Last(Samples.head("run/1"), 2));

        lasts.forget("run/1");

        assertThat(lasts.to("run/1")).isNull();
        assertThat(lasts.to("run/2")).isNotNull();
    }

    @Test
    void streams_beyondTheBound_pushOutThoseUsedLongestAgo() {
        for (int i = 0; i < LastAppends.MAX_STREAMS; i++) {
            remember("run/" + i, i);
        }
        assertThat(lasts.to("run/0")).isNotNull();

        remember("run/more", 0);

        assertThat(lasts.to("run/0")).isNotNull();
        assertThat(lasts.to("run/1")).isNull();
    }
}
