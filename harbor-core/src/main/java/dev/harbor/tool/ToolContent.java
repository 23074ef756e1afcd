package dev.harbor.tool;

import dev.harbor.artifact.ArtifactStub;
import dev.harbor.json.Json;
import java.util.Objects;

/** Is the content of a result: small enough to carry along, or stored. Immutable. */
public sealed interface ToolContent {

    /**
     * Is content below the threshold.
     *
     * @param json the result
     */
    record Inline(Json json) implements ToolContent {

        /** Checks that it is there. */
        public Inline {
            Objects.requireNonNull(json, "json");
        }
    }

    /**
     * Is content that was stored because of its size.
     *
     * @param stub what stands for it
     */
    record Offloaded(ArtifactStub stub) implements ToolContent {

        /** Checks that it is there. */
        public Offloaded {
            Objects.requireNonNull(stub, "stub");
        }
    }

    /** Returns the size of the whole content in bytes. */
    default long sizeBytes() {
        return this instanceof Inline inline
                ? inline.json().sizeBytes()
                : ((Offloaded) this).stub().sizeBytes();
    }

    /** Returns what a planner may see: the result, or the stub that stands for it. */
    default Json visible() {
        return this instanceof Inline inline
                ? inline.json()
                : ((Offloaded) this).stub().toJson();
    }
}
