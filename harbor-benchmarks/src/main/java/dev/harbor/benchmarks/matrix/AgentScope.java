package dev.harbor.benchmarks.matrix;

import java.util.ArrayList;
import java.util.List;

/** AgentScope alone, with libraries of its own. */
final class AgentScope implements Framework {

    private final ApartLoader apart = ApartLoader.open();

    @Override
    public String name() {
        return "AgentScope 2.0.0";
    }

    @Override
    public boolean readsText() {
        return false;
    }

    @Override
    public Called call(List<Object> tools, String arguments) throws Exception {
        Framework inside = (Framework) made(AgentScopeTools.class);
        List<Object> all = new ArrayList<>();
        for (Object each : tools) {
            all.add(made(each.getClass()));
        }
        return inside.call(all, arguments);
    }

    private Object made(Class<?> type) throws ReflectiveOperationException {
        var constructor = Class.forName(type.getName(), true, apart).getDeclaredConstructor();
        return constructor.newInstance();
    }
}
