package dev.harbor.benchmarks.matrix;

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
    public Called call(Object tools, String arguments) throws Exception {
        Framework inside = (Framework) made(AgentScopeTools.class);
        return inside.call(made(tools.getClass()), arguments);
    }

    private Object made(Class<?> type) throws ReflectiveOperationException {
        var constructor = Class.forName(type.getName(), true, apart).getDeclaredConstructor();
        return constructor.newInstance();
    }
}
