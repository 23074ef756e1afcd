package planted.llm;

final class Prints {
    void print() {
        System.out.println("planted");
    }
}
