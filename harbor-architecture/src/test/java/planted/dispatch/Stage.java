package planted.dispatch;

public final class Stage {}
