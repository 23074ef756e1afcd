package planted.llm;

final class ReadsMillis {
    long now() {
        return System.currentTimeMillis();
    }
}
