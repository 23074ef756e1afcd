package dev.harbor.catalog;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Is thrown when a replacement of external tools is refused. Nothing changed: the slot holds what it held before.
 *
 * <p>Thread-safe.
 */
public final class ToolsetChangeException extends HarborException {

    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final String source;
    private final @Nullable String tool;

    /** Says why a replacement was refused. New kinds may be added. */
    public enum Kind {
        /** The name of the source is empty or too long. */
        INVALID_EXTERNAL_SOURCE,
        /** The label of the generation is empty or too long. */
        INVALID_EXTERNAL_GENERATION,
        /** A factory failed, or what it made can't be registered. */
        EXTERNAL_BUILD_FAILED,
        /** A name is taken: inside the replacement, by a declared tool, or by another source. */
        EXTERNAL_TOOL_COLLISION,
        /** The catalog is closed. */
        CATALOG_CLOSED,
        /** The loop is carried out by an agent elsewhere, which can't be given tools. */
        EXTERNAL_TOOLS_UNSUPPORTED,
        /** The loop is in a mode that its definition does not have. */
        INVALID_MODE,
        /** The loop ends its turn and takes nothing new. */
        LOOP_SHUTTING_DOWN,
        /** The loop is not open any more. */
        LOOP_EXITED,
        /** Who asked gave up; whether the replacement took place is told by what is installed. */
        CONTEXT_DONE,
        /** The change could not be made durable. */
        DURABLE_APPEND_FAILED;

        /** Returns the spelling in messages, events and journals. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Creates an exception.
     *
     * @param source the source whose slot stays as it is
     * @param tool the tool or definition at fault, or null when it is none
     * @param reason what is wrong and what is allowed
     * @param cause what was thrown, or null
     */
    public ToolsetChangeException(
            Kind kind, String source, @Nullable String tool, String reason, @Nullable Throwable cause) {
        super(ErrorCode.TOOLSET_CHANGE_REFUSED, message(kind, tool, reason), cause);
        this.kind = kind;
        this.source = Objects.requireNonNull(source, "source");
        this.tool = tool;
    }

    /** Returns why. */
    public Kind kind() {
        return kind;
    }

    /** Returns the source whose slot stays as it is. */
    public String source() {
        return source;
    }

    /** Returns the tool or definition at fault, or null when it is none. */
    public @Nullable String tool() {
        return tool;
    }

    private static String message(Kind kind, @Nullable String tool, String reason) {
        String subject = tool == null ? "" : " tool='" + tool + "'";
        return "external tools were not replaced (" + kind.wireName() + ")" + subject + ": "
                + Objects.requireNonNull(reason, "reason");
    }
}
