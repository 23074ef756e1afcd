package dev.harbor.llm.langchain4j;

final class OpenAiContractTest extends ServedContract {

    @Override
    Kind kind() {
        return Kind.OPEN_AI;
    }
}
