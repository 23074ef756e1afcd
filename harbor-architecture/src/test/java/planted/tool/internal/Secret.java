package planted.tool.internal;

public final class Secret {}
