package dev.harbor.examples.boot;

import dev.harbor.access.AccessPolicy;
import dev.harbor.access.ApprovalPolicy;
import dev.harbor.inspector.LiveEvents;
import dev.harbor.plan.Planner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Is the service. It takes a database of PostgreSQL, by {@code spring.datasource.url}. */
@SpringBootApplication(proxyBeanMethods = false)
@EnableConfigurationProperties(Users.class)
class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }

    /** Decides without a model, so that the example needs none: bring a bean of type {@code LlmClient} and a {@code ModelPlanner} for one that asks. */
    @Bean
    Planner planner() {
        return new BuyingPlanner();
    }

    /** The runtime tells every sink of the context what happens; the inspector hears it from this one. */
    @Bean
    LiveEvents live() {
        return LiveEvents.create();
    }

    @Bean
    AccessPolicy access() {
        return ApprovalPolicy.builder()
                .tools("orders.place")
                .reason("may this be ordered?")
                .build();
    }
}
