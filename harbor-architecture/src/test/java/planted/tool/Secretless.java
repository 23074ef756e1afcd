package planted.tool;

public final class Secretless {}
