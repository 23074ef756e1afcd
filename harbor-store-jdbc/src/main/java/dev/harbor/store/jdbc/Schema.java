package dev.harbor.store.jdbc;

import dev.harbor.error.ConfigurationException;
import java.util.List;

/**
 * Is how the tables came to be: the first step makes version 1 out of nothing, and each further one the next version out of the one before. Steps that were
 * released never change. Immutable.
 */
record Schema(List<List<String>> steps) {

    Schema {
        steps = steps.stream().map(List::copyOf).toList();
    }

    int version() {
        return steps.size();
    }

    /** Returns the statements that bring a database from a version to this one. */
    List<String> since(int version) {
        return steps.subList(version, steps.size()).stream()
                .flatMap(List::stream)
                .toList();
    }

    /**
     * Refuses what was made by a later version, whose rules are not known here.
     *
     * @throws ConfigurationException if it was
     */
    void requireKnown(int version, String database) {
        if (version > version()) {
            throw new ConfigurationException(database + " has tables of version " + version
                    + ", but this program knows version " + version()
                    + " at most; it was left as it is. Use a newer harbor-store-jdbc");
        }
        if (version < 0) {
            throw new ConfigurationException(
                    database + " has tables of version " + version + ", which there never was; it was left as it is");
        }
    }
}
