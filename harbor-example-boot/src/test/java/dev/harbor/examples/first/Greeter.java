package dev.harbor.examples.first;

import dev.harbor.tool.SideEffect;
import dev.harbor.tool.annotation.HarborTool;
import org.springframework.stereotype.Component;

// snippet: boot-tool
@Component
public class Greeter {

    @HarborTool(name = "people.greet", description = "Greets somebody", effect = SideEffect.PURE)
    public String greet(String name, int times) {
        return "Hello, " + name + "!".repeat(times);
    }
}
// end
