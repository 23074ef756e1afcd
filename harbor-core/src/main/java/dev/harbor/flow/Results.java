package dev.harbor.flow;

import dev.harbor.json.Json;

/** Gives what a name stands for when a node begins: the input, an element, or the result of a node that has ended. */
@FunctionalInterface
interface Results {

    Json of(String name);

    default Results withElement(Json element) {
        return name -> name.equals(Ref.ELEMENT) ? element : of(name);
    }
}
