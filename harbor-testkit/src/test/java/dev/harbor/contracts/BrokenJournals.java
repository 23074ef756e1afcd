package dev.harbor.contracts;

import dev.harbor.error.StoreException;
import dev.harbor.journal.Claim;
import dev.harbor.journal.HeadQuery;
import dev.harbor.journal.InMemoryJournal;
import dev.harbor.journal.Journal;
import dev.harbor.journal.JournalEntry;
import dev.harbor.journal.JournalRecord;
import dev.harbor.journal.StreamHead;
import dev.harbor.journal.StreamInfo;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Journals with one fault each, of the kinds that real ones have had. */
final class BrokenJournals {

    private BrokenJournals() {}

    /** Knows the latest claim of each stream. */
    private static class LatestClaims extends ForwardingJournal {

        private final Map<String, Claim> latest = new ConcurrentHashMap<>();

        LatestClaims(Clock clock) {
            super(InMemoryJournal.create(clock));
        }

        Claim latest(Claim claim) {
            return latest.getOrDefault(claim.stream(), claim);
        }

        @Override
        public Optional<Claim> claim(String stream, String owner, Duration lease) {
            Optional<Claim> claim = super.claim(stream, owner, lease);
            claim.ifPresent(given -> latest.put(stream, given));
            return claim;
        }

        @Override
        public Claim seize(String stream, String owner, Duration lease) {
            Claim claim = super.seize(stream, owner, lease);
            latest.put(stream, claim);
            return claim;
        }
    }

    /** Whoever has ever claimed a stream may write to it. */
    static Journal withoutFencing(Clock clock) {
        return new LatestClaims(clock) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                return super.append(latest(claim), expectedSequence, entries, head);
            }
        };
    }

    /** Whoever has ever claimed a stream may renew the claim. */
    static Journal renewingForAnybody(Clock clock) {
        return new LatestClaims(clock) {
            @Override
            public Claim renew(Claim claim, Duration lease) {
                return super.renew(latest(claim), lease);
            }
        };
    }

    /** Whoever has ever claimed a stream may give it up. */
    static Journal releasingForAnybody(Clock clock) {
        return new LatestClaims(clock) {
            @Override
            public void release(Claim claim) {
                super.release(latest(claim));
            }
        };
    }

    /** Appends at the end, wherever the writer believes that to be. */
    static Journal ignoringSequence(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public synchronized long append(
                    Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                long last = info(claim.stream()).map(StreamInfo::sequence).orElse(0L);
                return super.append(claim, last, entries, head);
            }
        };
    }

    /** Writes record by record, and lets somebody who reads meanwhile go first. */
    static Journal appendingOneByOne(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {

            private final Thread test = Thread.currentThread();
            private final Semaphore reads = new Semaphore(0);
            private volatile boolean watched = true;

            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                long last = super.append(claim, expectedSequence, List.of(), head);
                for (JournalEntry entry : entries) {
                    last = super.append(claim, last, List.of(entry), head);
                    letReadersGoFirst();
                }
                return last;
            }

            private void letReadersGoFirst() {
                if (Thread.currentThread() == test || !watched) {
                    return;
                }
                reads.drainPermits();
                try {
                    watched = reads.tryAcquire(1, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public Stream<JournalRecord> read(String stream, long from) {
                watched |= Thread.currentThread() != test;
                reads.release();
                return super.read(stream, from);
            }
        };
    }

    /** Writes the head before it looks whether the records may be written. */
    static Journal headFirst(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                long last = info(claim.stream()).map(StreamInfo::sequence).orElse(0L);
                super.append(claim, last, List.of(), head);
                return super.append(claim, expectedSequence, entries, head);
            }
        };
    }

    /** Rewrites data as it likes it. */
    static Journal reformatting(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                List<JournalEntry> rewritten = entries.stream()
                        .map(entry -> new JournalEntry(
                                entry.type(),
                                entry.version(),
                                entry.at().truncatedTo(ChronoUnit.MICROS),
                                entry.data().canonical()))
                        .toList();
                return super.append(claim, expectedSequence, rewritten, head);
            }
        };
    }

    /** Finds the streams of every tenant. */
    static Journal withoutTenants(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public List<StreamInfo> find(HeadQuery query) {
                HeadQuery open = HeadQuery.everyTenant().after(query.after()).limit(query.limit());
                open = query.states().isEmpty()
                        ? open
                        : open.states(query.states().toArray(String[]::new));
                open = query.dueBy() == null ? open : open.dueBy(query.dueBy());
                open = query.unclaimedBy() == null ? open : open.unclaimedBy(query.unclaimedBy());
                for (Map.Entry<String, String> key : query.keys().entrySet()) {
                    open = open.key(key.getKey(), key.getValue());
                }
                return super.find(open);
            }
        };
    }

    /** Cuts at the limit before it looks what matches. */
    static Journal limitingTooEarly(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public List<StreamInfo> find(HeadQuery query) {
                return super.find(HeadQuery.everyTenant().after(query.after()).limit(query.limit())).stream()
                        .filter(query::matches)
                        .toList();
            }
        };
    }

    /** Never lets a lease run out. */
    static Journal withStoppedClock(Clock clock) {
        return InMemoryJournal.create(Clock.fixed(clock.instant(), clock.getZone()));
    }

    /** Reads from the beginning. */
    static Journal readingFromStart(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public Stream<JournalRecord> read(String stream, long from) {
                return super.read(stream, 1);
            }
        };
    }

    /** Leaves the records of deleted streams behind. */
    static Journal deletingHeadsOnly(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {

            private final Map<String, List<JournalRecord>> left = new ConcurrentHashMap<>();

            @Override
            public boolean delete(String stream) {
                try (Stream<JournalRecord> records = super.read(stream, 1)) {
                    left.put(stream, records.toList());
                }
                return super.delete(stream);
            }

            @Override
            public Stream<JournalRecord> read(String stream, long from) {
                List<JournalRecord> all = new ArrayList<>(left.getOrDefault(stream, List.of()));
                try (Stream<JournalRecord> records = super.read(stream, from)) {
                    all.addAll(records.toList());
                }
                return all.stream();
            }
        };
    }

    /** Goes on after it was closed. */
    static Journal neverClosed(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public void close() {}
        };
    }

    /** Swallows the interrupt of its caller. */
    static Journal swallowingInterrupts(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                Thread.interrupted();
                return super.append(claim, expectedSequence, entries, head);
            }
        };
    }

    /** Reports a failed append as done. */
    static Journal hidingFailures(Clock clock) {
        return new ForwardingJournal(InMemoryJournal.create(clock)) {
            @Override
            public long append(Claim claim, long expectedSequence, List<JournalEntry> entries, StreamHead head) {
                try {
                    return super.append(claim, expectedSequence, entries, head);
                } catch (StoreException e) {
                    return expectedSequence + entries.size();
                }
            }
        };
    }
}
