package dev.harbor.store.jdbc;

import dev.harbor.artifact.ArtifactFilter;
import dev.harbor.artifact.ArtifactInfo;
import dev.harbor.artifact.ArtifactOptions;
import dev.harbor.artifact.ArtifactPins;
import dev.harbor.artifact.ArtifactRef;
import dev.harbor.artifact.ArtifactScope;
import dev.harbor.artifact.ArtifactStore;
import dev.harbor.identity.Identity;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** Halts a process at a certain append or effect, and says {@code stop}, so that it can be killed there. Thread-safe. */
final class StopAt {

    private final String where;
    private final AtomicInteger left;
    private final AtomicInteger toolCalls = new AtomicInteger();
    private final PrintStream out;
    private final CountDownLatch begun = new CountDownLatch(1);

    private StopAt(String where, int count, PrintStream out) {
        this.where = where;
        this.left = new AtomicInteger(count);
        this.out = out;
    }

    static StopAt parse(String text, PrintStream out) {
        String[] words = text.split(" ");
        return new StopAt(words[0], Integer.parseInt(words[1]), out);
    }

    static StopAt never() {
        StopAt stop = new StopAt("never", 0, System.out);
        stop.begin();
        return stop;
    }

    /** Lets effects happen from now on. */
    void begin() {
        begun.countDown();
    }

    void awaitBegin() throws InterruptedException {
        begun.await();
    }

    void effect() {
        passing("effect");
    }

    /** Counts a tool that is called. */
    void tool() {
        toolCalls.incrementAndGet();
    }

    int toolCalls() {
        return toolCalls.get();
    }

    private void passing(String place) {
        if (place.equals(where) && left.decrementAndGet() == 0) {
            out.println("stop");
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns a journal that halts before or after an append. */
    Journal watch(Journal journal) {
        return new Watched(journal);
    }

    /** Returns a store that halts once it has stored something, before anybody can know of it. */
    ArtifactStore watch(ArtifactStore artifacts) {
        return new WatchedArtifacts(artifacts);
    }

    private final class WatchedArtifacts implements ArtifactStore {

        private final ArtifactStore artifacts;

        WatchedArtifacts(ArtifactStore artifacts) {
            this.artifacts = artifacts;
        }

        @Override
        public ArtifactInfo put(ArtifactScope scope, InputStream content, ArtifactOptions options) throws IOException {
            ArtifactInfo info = artifacts.put(scope, content, options);
            passing("stored");
            return info;
        }

        @Override
        public Optional<ArtifactInfo> find(Identity session, ArtifactRef ref) {
            return artifacts.find(session, ref);
        }

        @Override
        public Optional<InputStream> open(Identity session, ArtifactRef ref, long offset) {
            return artifacts.open(session, ref, offset);
        }

        @Override
        public boolean delete(ArtifactScope scope, ArtifactRef ref) {
            return artifacts.delete(scope, ref);
        }

        @Override
        public Optional<ArtifactInfo> adopt(ArtifactScope scope, ArtifactRef ref) {
            return artifacts.adopt(scope, ref);
        }

        @Override
        public void heed(ArtifactPins pins) {
            artifacts.heed(pins);
        }

        @Override
        public List<ArtifactInfo> list(ArtifactFilter filter, int limit) {
            return artifacts.list(filter, limit);
        }

        @Override
        public long erase(ArtifactFilter filter) {
            return artifacts.erase(filter);
        }

        @Override
        public void close() {
            artifacts.close();
        }
    }

    private final class Watched implements Journal {

        private final Journal journal;

        Watched(Journal journal) {
            this.journal = journal;
        }

        @Override
        public Optional<Claim> claim(String stream, String owner, Duration lease) {
            return journal.claim(stream, owner, lease);
        }

        @Override
        public Claim seize(String stream, String owner, Duration lease) {
            return journal.seize(stream, owner, lease);
        }

        @Override
        public Claim renew(Claim claim, Duration lease) {
            return journal.renew(claim, lease);
        }

        @Override
        public void release(Claim claim) {
            journal.release(claim);
        }

        @Override
        public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
            passing("before");
            long sequence = journal.append(claim, expectedSequence, entries, head);
            passing("after");
            return sequence;
        }

        @Override
        public Stream<JournalRecord> read(String stream, long from) {
            return journal.read(stream, from);
        }

        @Override
        public Optional<StreamInfo> info(String stream) {
            return journal.info(stream);
        }

        @Override
        public List<StreamInfo> find(HeadQuery query) {
            return journal.find(query);
        }

        @Override
        public boolean delete(String stream) {
            return journal.delete(stream);
        }

        @Override
        public void close() {
            journal.close();
        }
    }
}
