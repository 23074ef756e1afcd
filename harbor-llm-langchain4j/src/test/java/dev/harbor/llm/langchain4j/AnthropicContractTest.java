package dev.harbor.llm.langchain4j;

final class AnthropicContractTest extends ServedContract {

    @Override
    Kind kind() {
        return Kind.ANTHROPIC;
    }
}
