package dev.harbor.tool;

/** Is the code of a tool with other code that lets go of calls which will not go on. Thread-safe if both are. */
record AbandonableInvoker<I, O>(ToolInvoker<I, O> code, ToolAbandonment letsGo) implements ForwardingInvoker<I, O> {

    @Override
    public void abandoned(AbandonedCall call) throws Exception {
        letsGo.abandoned(call);
    }
}
