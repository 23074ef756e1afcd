package dev.harbor.tools.http;

import dev.harbor.json.Json;
import dev.harbor.testkit.ToolTransportContract;
import dev.harbor.tool.TransportKind;
import dev.harbor.transport.ToolTransportProvider;
import dev.harbor.transport.TransportConfig;
import java.util.Map;

/** The provider keeps the contract of transports. */
final class HttpTransportTest extends ToolTransportContract {

    @Override
    protected ToolTransportProvider create() {
        return new HttpTransport();
    }

    @Override
    protected TransportConfig config(Setup setup, String source) {
        return new TransportConfig(TransportKind.HTTP, source, settings(setup));
    }

    private static Json settings(Setup setup) {
        String manifest = """
                {"manifest":{"version":1,"tools":[{"name":"orders.get","method":"GET","url_template":"https://h/{id}"}]},
                 "allow_hosts":["h"],"allow_networks":["10.0.0.0/8"],"allow_loopback":true,"allow_plain_http":true}""";
        return switch (setup) {
            case WORKING -> Json.parse(manifest);
            case MALFORMED -> Json.parse(manifest.replace("GET", "TRACE"));
            case UNREACHABLE -> Json.of(Map.of("file", "no-such-folder/no-such-manifest.yaml"));
        };
    }
}
