package dev.harbor.llm;

import dev.harbor.artifact.ArtifactStub;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Is a part of a message. Each part alone must stay below the threshold. Immutable. */
public sealed interface Content {

    /**
     * Is text.
     *
     * @param text the text
     */
    record Text(String text) implements Content {

        /** Checks that it is there. */
        public Text {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public long sizeBytes() {
            return Content.sizeBytes(text);
        }
    }

    /**
     * Is an image, a sound or a file, inline as a data URL. One whose decoded size reaches the threshold is stored by the guard and replaced by its stub.
     *
     * @param mediaType the media type
     * @param dataUrl {@code data:<media type>;base64,<bytes>}
     * @param name a file name to show, or null
     */
    record Media(String mediaType, String dataUrl, @Nullable String name) implements Content {

        /** Checks that nothing mandatory is missing. */
        public Media {
            Objects.requireNonNull(mediaType, "mediaType");
            Objects.requireNonNull(dataUrl, "dataUrl");
        }

        @Override
        public long sizeBytes() {
            return Content.sizeBytes(dataUrl);
        }
    }

    /**
     * Is the stub of stored content.
     *
     * @param stub what stands for it
     */
    record Stub(ArtifactStub stub) implements Content {

        /** Checks that it is there. */
        public Stub {
            Objects.requireNonNull(stub, "stub");
        }

        @Override
        public long sizeBytes() {
            return stub.toJson().sizeBytes();
        }
    }

    /** Returns how many bytes of UTF-8 the text, the data URL or the JSON of the stub has. */
    long sizeBytes();

    /** Returns how many bytes of UTF-8 a text has, without encoding it. An unpaired surrogate, which UTF-8 does not have, counts as three. */
    static long sizeBytes(String text) {
        return Utf8Size.of(text);
    }

    /** Returns text as a part. */
    static Content text(String text) {
        return new Text(text);
    }
}
