package planted.llm;

final class PrintsTrace {
    void print(Exception failure) {
        failure.printStackTrace();
    }
}
