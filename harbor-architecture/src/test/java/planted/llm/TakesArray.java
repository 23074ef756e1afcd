package planted.llm;

public interface TakesArray {
    void take(String[] names);
}
