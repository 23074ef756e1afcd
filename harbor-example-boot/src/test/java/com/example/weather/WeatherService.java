// snippet: tutorial-service
package com.example.weather;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class WeatherService {

    public static void main(String[] arguments) {
        SpringApplication.run(WeatherService.class, arguments);
    }
}
// end
