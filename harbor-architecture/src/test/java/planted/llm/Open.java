package planted.llm;

public class Open {}
