package dev.harbor.benchmarks.matrix;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;

/** Calls the tool of an object with the text of its arguments, as it would come from a model. */
public interface Framework {

    /** Returns the name, with the version. */
    String name();

    /** Tells whether it reads the text of arguments itself. Otherwise its model clients do, and what is called gets a map. */
    default boolean readsText() {
        return true;
    }

    /** Tells whether there is a place where several objects are registered. */
    default boolean takesSeveral() {
        return true;
    }

    /**
     * Registers the objects' tools and calls the one of that name.
     *
     * @return what a model would be told
     * @throws Exception what ends the run of a model
     */
    Called call(List<Object> tools, String arguments) throws Exception;

    /**
     * Is what came of a call.
     *
     * @param isError whether it is told as an error
     * @param text what a model is told
     */
    record Called(boolean isError, String text) {}

    /** Says that an object can't be registered. */
    final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        /** Says so with the reason. */
        public Refused(Throwable cause) {
            super(cause);
        }
    }

    static Method method(Object tools) {
        return Arrays.stream(tools.getClass().getMethods())
                .filter(method -> method.getName().equals(Row.TOOL))
                .findFirst()
                .orElseThrow();
    }
}
