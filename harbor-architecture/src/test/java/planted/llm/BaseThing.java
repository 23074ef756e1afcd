package planted.llm;

abstract class BaseThing {}
