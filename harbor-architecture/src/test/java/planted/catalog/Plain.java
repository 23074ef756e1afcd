package planted.catalog;

public final class Plain {}
