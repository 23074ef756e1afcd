package dev.harbor.spring.boot;

import dev.harbor.access.CredentialProvider;
import dev.harbor.tools.a2a.A2aToolsProvider;
import dev.harbor.tools.http.HttpTransport;
import dev.harbor.tools.mcp.McpToolsProvider;
import dev.harbor.tools.openapi.OpenApiTransport;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Makes what serves the kinds of {@code harbor.sources}, for the transports that are there. Credentials come from the application's {@link CredentialProvider}, or from the environment of the process.
 */
@AutoConfiguration
@ConditionalOnProperty(name = "harbor.enabled", matchIfMissing = true)
final class HarborTransportsAutoConfiguration {

    private static CredentialProvider credentials(ObjectProvider<CredentialProvider> own) {
        return own.getIfAvailable(CredentialProvider::environment);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HttpTransport.class)
    static class Http {

        @Bean
        @ConditionalOnMissingBean
        HttpTransport harborHttpTransport(ObjectProvider<CredentialProvider> own) {
            return new HttpTransport(credentials(own));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(OpenApiTransport.class)
    static class OpenApi {

        @Bean
        @ConditionalOnMissingBean
        OpenApiTransport harborOpenApiTransport(ObjectProvider<CredentialProvider> own) {
            return new OpenApiTransport(credentials(own));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(McpToolsProvider.class)
    static class Mcp {

        @Bean
        @ConditionalOnMissingBean
        McpToolsProvider harborMcpTransport(ObjectProvider<CredentialProvider> own) {
            return new McpToolsProvider(credentials(own));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(A2aToolsProvider.class)
    static class A2a {

        @Bean
        @ConditionalOnMissingBean
        A2aToolsProvider harborA2aTransport(ObjectProvider<CredentialProvider> own) {
            return new A2aToolsProvider(credentials(own));
        }
    }
}
