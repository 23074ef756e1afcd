package dev.harbor.dispatch;

import java.util.List;

/** Is an invoker whose results name tools that a planner is shown from the next turn on. */
public interface Discovery {

    /** Returns the ids of the tools that a result of this invoker names. */
    List<String> discovered(Object result);
}
