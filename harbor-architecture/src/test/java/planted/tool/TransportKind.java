package planted.tool;

public record TransportKind(String name) {}
