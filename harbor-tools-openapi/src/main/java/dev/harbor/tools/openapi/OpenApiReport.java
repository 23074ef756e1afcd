package dev.harbor.tools.openapi;

import java.util.List;
import java.util.Objects;

/**
 * Says what became of the operations of a document.
 *
 * <p>Immutable.
 *
 * @param title the title of the document, shortened
 * @param version the version of the document, shortened
 * @param specification the version of OpenAPI that it is written in, such as {@code 3.1.0}
 * @param imported the operations that became tools, in the order of the document
 * @param skipped the operations that were chosen and did not become tools, in the order of the document
 * @param unselected how many operations were not chosen
 * @param notes what was left out of tools or decided for them, at most {@value #MAX_NOTES}
 */
public record OpenApiReport(
        String title,
        String version,
        String specification,
        List<Imported> imported,
        List<Skipped> skipped,
        int unselected,
        List<Note> notes) {

    /** The most notes of a report. */
    public static final int MAX_NOTES = 1_000;

    /** Copies the lists. */
    public OpenApiReport {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(specification, "specification");
        imported = List.copyOf(imported);
        skipped = List.copyOf(skipped);
        notes = List.copyOf(notes);
    }

    /**
     * Is an operation that became a tool. Immutable.
     *
     * @param operation which
     * @param tool the name of the tool
     */
    public record Imported(OpenApiOperation operation, String tool) {}

    /**
     * Is an operation that did not become a tool. Immutable.
     *
     * @param operation which
     * @param reason why, for programs
     * @param message why, for people
     */
    public record Skipped(OpenApiOperation operation, OpenApiReason reason, String message) {}

    /**
     * Is something that was left out or decided. Immutable.
     *
     * @param place where: method and path, or empty for the document
     * @param message what
     */
    public record Note(String place, String message) {}

    /** Returns the first lines of what a person wants to know: counts, then each operation that was skipped, then the notes. */
    public String summary() {
        StringBuilder out = new StringBuilder();
        out.append(title).append(' ').append(version).append(", OpenAPI ").append(specification);
        out.append(": ").append(imported.size()).append(" tools, ").append(skipped.size());
        out.append(" skipped, ").append(unselected).append(" not chosen\n");
        skipped.forEach(each -> out.append("skipped ")
                .append(each.operation().place())
                .append(": ")
                .append(each.reason())
                .append(", ")
                .append(each.message())
                .append('\n'));
        notes.forEach(each -> out.append("note ")
                .append(each.place())
                .append(": ")
                .append(each.message())
                .append('\n'));
        return out.toString();
    }
}
