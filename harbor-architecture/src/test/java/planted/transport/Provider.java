package planted.transport;

public final class Provider {}
