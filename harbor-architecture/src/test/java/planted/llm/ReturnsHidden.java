package planted.llm;

public final class ReturnsHidden {
    public Hidden hidden() {
        return new Hidden();
    }

    static final class Hidden {}
}
