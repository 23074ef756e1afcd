package planted.llm;

public interface Gets {
    String getName();
}
