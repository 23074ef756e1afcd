package dev.harbor.llm.langchain4j;

final class OpenAiStreamingContractTest extends ServedContract {

    @Override
    Kind kind() {
        return Kind.OPEN_AI_STREAMING;
    }
}
