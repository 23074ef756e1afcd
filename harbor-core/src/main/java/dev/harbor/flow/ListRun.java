package dev.harbor.flow;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Is how far a node that runs for the elements of a list has come. Guarded by the run that it belongs to. */
final class ListRun {

    private final List<Json> elements;
    private final Json[] results;
    private int next;
    private int ended;

    ListRun(List<Json> elements) {
        this.elements = elements;
        this.results = new Json[elements.size()];
    }

    int size() {
        return elements.size();
    }

    boolean hasNext() {
        return next < elements.size();
    }

    int next() {
        return next++;
    }

    Json element(int index) {
        return elements.get(index);
    }

    void ended(int index, Json result) {
        results[index] = result;
        ended++;
    }

    boolean isComplete() {
        return ended == results.length;
    }

    Json result() {
        return Json.of(new ArrayList<>(Arrays.asList(results)));
    }
}
