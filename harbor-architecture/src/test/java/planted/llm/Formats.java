package planted.llm;

final class Formats {
    String format(int count) {
        return "%d".formatted(count);
    }
}
