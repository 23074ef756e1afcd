package dev.harbor.llm.langchain4j;

import dev.harbor.event.EventSink;
import dev.harbor.llm.DowngradingLlm;
import dev.harbor.llm.LlmClient;
import dev.harbor.testkit.LlmClientContract;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** The contract of clients, held by a model whose provider is a server of our own; forms of answer that a provider has not are stepped down from. */
abstract class ServedContract extends LlmClientContract {

    private final List<ModelServer> servers = new ArrayList<>();

    abstract Kind kind();

    @Override
    protected LlmClient create(Provider behaviour) {
        ModelServer server = ModelServer.start(kind().dialect, switch (behaviour) {
            case ECHOES -> ModelServer.echoes();
            case FAILS -> ModelServer.refuses(500, "{\"error\":{\"message\":\"overloaded\"}}");
            case HANGS -> ModelServer.hangs();
        });
        servers.add(server);
        return DowngradingLlm.of(kind().over(server).build(), EventSink.NONE, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        servers.forEach(ModelServer::close);
    }
}
