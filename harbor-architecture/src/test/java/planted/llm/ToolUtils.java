package planted.llm;

final class ToolUtils {}
