package dev.harbor.testkit;

import dev.harbor.artifact.ArtifactLimits;
import dev.harbor.artifact.ArtifactStore;
import java.io.IOException;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * Holds an implementation of {@link ArtifactStore} to what every store guarantees: bytes that come back whole, the same bytes stored once, sessions that see
 * nothing of each other, limits that are exact, pins that outlive ages, and what is there when it is opened again.
 *
 * <pre>{@code
 * final class MyStoreTest extends ArtifactStoreContract {
 *     @TempDir Path folder;
 *
 *     @Override
 *     protected ArtifactStore create(ArtifactLimits limits, Clock clock) throws IOException {
 *         return MyStore.open(Files.createTempDirectory(folder, "store"), limits, clock);
 *     }
 *
 *     @Override
 *     protected ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) {
 *         return MyStore.open(((MyStore) store).folder(), limits, clock);
 *     }
 * }
 * }</pre>
 *
 * <p>A test may open several stores; all are closed after it.
 */
public abstract class ArtifactStoreContract {

    private final ArtifactStoreUnderTest subject = new ArtifactStoreUnderTest(this);

    /** Creates the suite. */
    protected ArtifactStoreContract() {}

    /**
     * Returns a new, empty store.
     *
     * @param clock gives the time that bytes are stored at, and their age
     */
    protected abstract ArtifactStore create(ArtifactLimits limits, Clock clock) throws IOException;

    /**
     * Returns one more store over what another holds, as a process does that starts after a crash or beside the first. The other may be open and in use. Whatever
     * lives in memory and ends with it returns the store itself.
     */
    protected abstract ArtifactStore reopen(ArtifactStore store, ArtifactLimits limits, Clock clock) throws IOException;

    @AfterEach
    void closeSubject() {
        subject.closeAll();
    }

    @Nested
    @DisplayName("Bytes of an artifact store")
    class Content extends ArtifactContentRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Entries of an artifact store")
    class Entries extends ArtifactEntryRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Scopes of an artifact store")
    class Scopes extends ArtifactScopeRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Listing and erasing in an artifact store")
    class Lists extends ArtifactListRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Limits of an artifact store")
    class Limits extends ArtifactLimitRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Ages in an artifact store")
    class Ages extends ArtifactAgeRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Pins in an artifact store")
    class Pins extends ArtifactPinRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("Many threads on an artifact store")
    class Crowd extends ArtifactCrowdRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("An artifact store that is closed")
    class Ending extends ArtifactEndRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }

    @Nested
    @DisplayName("An artifact store that is opened again")
    class Reopening extends ArtifactReopenRules {

        @Override
        ArtifactStoreUnderTest subject() {
            return subject;
        }
    }
}
