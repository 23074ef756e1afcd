package dev.harbor.loop;

import java.util.List;

/** Tells which modes a loop has; a capability of a {@link LoopController}. Thread-safe. */
public interface ModeCatalog {

    /** Returns the names of the modes, the base mode first, which is the empty text. */
    List<String> modes();
}
