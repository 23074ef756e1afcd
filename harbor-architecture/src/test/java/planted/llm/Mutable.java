package planted.llm;

public final class Mutable {
    public static int count;
    public static final int[] COUNTS = {1};
}
