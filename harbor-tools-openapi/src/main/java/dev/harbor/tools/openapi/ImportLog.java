package dev.harbor.tools.openapi;

import java.util.ArrayList;
import java.util.List;

/** Collects the notes of one import. Confined to one thread. */
final class ImportLog {

    private final List<OpenApiReport.Note> notes = new ArrayList<>();

    void note(String place, String message) {
        if (notes.size() < OpenApiReport.MAX_NOTES) {
            notes.add(new OpenApiReport.Note(place, message));
        }
    }

    List<OpenApiReport.Note> notes() {
        return List.copyOf(notes);
    }
}
