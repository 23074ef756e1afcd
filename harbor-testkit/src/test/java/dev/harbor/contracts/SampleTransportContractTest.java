package dev.harbor.contracts;

import dev.harbor.json.Json;
import dev.harbor.testkit.ToolTransportContract;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;

final class SampleTransportContractTest extends ToolTransportContract {

    @Override
    protected ToolTransportProvider create() {
        return new SampleTransport();
    }

    @Override
    protected TransportConfig config(Setup setup, String source) {
        return sampleConfig(setup, source);
    }

    static TransportConfig sampleConfig(Setup setup, String source) {
        String settings = switch (setup) {
            case WORKING -> "{\"tools\":[\"one\",\"two\"],\"reachable\":true}";
            case UNREACHABLE -> "{\"tools\":[\"one\"]}";
            case MALFORMED -> "{\"tulz\":[]}";
        };
        return new TransportConfig(SampleTransport.KIND, source, Json.parse(settings));
    }
}
