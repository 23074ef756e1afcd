package dev.harbor.examples.quickstart;

import dev.harbor.json.Json;

/**
 * A page of an artifact, as {@code artifact.fetch} answers.
 *
 * @param offset where it begins, in bytes
 * @param nextOffset where the next one begins, or -1
 * @param sizeBytes the size of the whole artifact
 */
record Page(long offset, long nextOffset, long sizeBytes) {

    static Page of(Json answer) {
        return new Page(
                number(answer, "offset", 0), number(answer, "next_offset", -1), number(answer, "size_bytes", 0));
    }

    private static long number(Json answer, String name, long otherwise) {
        return answer.get(name)
                .filter(value -> !value.isNull())
                .map(Json::asLong)
                .orElse(otherwise);
    }

    boolean isLast() {
        return nextOffset < 0;
    }

    /** Returns how many pages there are, if the others are as long as this first one. */
    long pages() {
        long pageBytes = isLast() ? sizeBytes : nextOffset;
        return (sizeBytes + pageBytes - 1) / pageBytes;
    }
}
