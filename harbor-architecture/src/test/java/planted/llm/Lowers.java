package planted.llm;

final class Lowers {
    String lower(String text) {
        return text.toLowerCase();
    }
}
