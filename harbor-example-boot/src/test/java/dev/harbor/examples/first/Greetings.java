package dev.harbor.examples.first;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

// snippet: boot-application
@SpringBootApplication
public class Greetings {

    public static void main(String[] arguments) {
        SpringApplication.run(Greetings.class, arguments);
    }
}
// end
