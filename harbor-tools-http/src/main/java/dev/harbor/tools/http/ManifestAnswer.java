package dev.harbor.tools.http;

import dev.harbor.json.Param;
import dev.harbor.tool.InvalidToolDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Is what becomes of answers, as a manifest says it. */
record ManifestAnswer(
        @Nullable Kind kind,
        @Param("max_bytes") @Nullable Integer maxBytes,
        @Param("max_artifact_bytes") @Nullable Long maxArtifactBytes,
        @Param("max_events") @Nullable Long maxEvents,
        @Nullable List<String> headers,
        @Nullable Paging paging) {

    enum Kind {
        @Param("auto")
        AUTO,
        @Param("json")
        JSON,
        @Param("text")
        TEXT,
        @Param("events")
        EVENTS,
        @Param("artifact")
        ARTIFACT,
        @Param("none")
        NONE
    }

    enum By {
        @Param("link")
        LINK,
        @Param("cursor")
        CURSOR
    }

    record Paging(
            By kind,

            @Param(description = "a JSON pointer to the array in a page", defaultValue = "") @Nullable
            String items,

            @Nullable String cursor,
            @Nullable String parameter,
            @Param("max_pages") int maxPages) {

        HttpPaging build() {
            boolean byCursor = kind == By.CURSOR;
            if (byCursor != (cursor != null) || byCursor != (parameter != null)) {
                throw new InvalidToolDefinition("paging by cursor, and no other, has a cursor and a parameter");
            }
            HttpPaging.Kind by = HttpPaging.Kind.valueOf(kind.name());
            return new HttpPaging(by, items == null ? "" : items, cursor, parameter, maxPages);
        }
    }

    HttpAnswer build() {
        HttpAnswer answer = HttpAnswer.standard();
        answer = kind == null ? answer : answer.as(HttpAnswer.Kind.valueOf(kind.name()));
        answer = maxBytes == null ? answer : answer.maxBytes(maxBytes);
        answer = maxArtifactBytes == null ? answer : answer.maxArtifactBytes(maxArtifactBytes);
        answer = maxEvents == null ? answer : answer.maxEvents(maxEvents);
        answer = headers == null ? answer : answer.headers(headers.toArray(String[]::new));
        return paging == null ? answer : answer.paging(paging.build());
    }
}
