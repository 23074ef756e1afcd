package dev.harbor.llm.langchain4j;

final class AnthropicStreamingContractTest extends ServedContract {

    @Override
    Kind kind() {
        return Kind.ANTHROPIC_STREAMING;
    }
}
