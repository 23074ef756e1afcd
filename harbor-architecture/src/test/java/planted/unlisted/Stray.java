package planted.unlisted;

public final class Stray {}
