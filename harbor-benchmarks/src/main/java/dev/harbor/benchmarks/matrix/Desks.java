package dev.harbor.benchmarks.matrix;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Tool objects with the annotations of every framework, which say the same. They are public because some of the frameworks check access. */
public final class Desks {

    private Desks() {}

    /** Has names in JSON that are not those in Java. */
    public enum Risk {
        @JsonProperty("low-risk")
        LOW,
        @JsonProperty("high-risk")
        HIGH
    }

    /** Is generic. */
    public record Range<T>(T from, T to) {}

    /** Has a component with another name in JSON. */
    public record Named(@JsonProperty("first_name") String firstName) {}

    /** Has a component that may be absent. */
    public record Holder(String id, Optional<String> note) {}

    /** Refers to itself. */
    public record Tree(String name, List<Tree> children) {}

    private static String className(@Nullable Object value) {
        return value == null ? "null" : value.getClass().getSimpleName();
    }

    private static @Nullable Object classes(@Nullable Collection<?> all) {
        return all == null
                ? null
                : all.stream()
                        .map(each -> each + ":" + className(each))
                        .sorted()
                        .toList()
                        .toString();
    }

    private static @Nullable Object values(@Nullable Map<String, ?> map) {
        return map == null ? null : classes(map.values());
    }

    /** Takes a text. */
    public static final class City {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "city") String city) {
            return Seen.note(city);
        }
    }

    /** Takes a number. */
    public static final class Count {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "count") int count) {
            return Seen.note(count);
        }
    }

    /** Takes a truth value. */
    public static final class Flag {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "flag") boolean flag) {
            return Seen.note(flag);
        }
    }

    /** Takes an enum. */
    public static final class Level {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "risk") Risk risk) {
            return Seen.note(risk == null ? null : risk.getDeclaringClass().getSimpleName() + "." + risk);
        }
    }

    /** Takes a set of enums. */
    public static final class Levels {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "risks") Set<Risk> risks) {
            return Seen.note(classes(risks));
        }
    }

    /** Takes a value of a generic type. */
    public static final class Dates {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "range") Range<LocalDate> range) {
            return Seen.note(range == null ? null : String.valueOf(range.from()) + " " + className(range.from()));
        }
    }

    /** Takes a date. */
    public static final class Day {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "day") LocalDate day) {
            return Seen.note(day);
        }
    }

    /** Takes a moment. */
    public static final class Moment {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "at") Instant at) {
            return Seen.note(at);
        }
    }

    /** Takes a length of time. */
    public static final class Wait {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "length") Duration length) {
            return Seen.note(length);
        }
    }

    /** Takes a record that has another name for something in JSON. */
    public static final class Renamed {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "named") Named named) {
            return Seen.note(named == null ? null : named.firstName());
        }
    }

    /** Takes a record with something optional. */
    public static final class Maybe {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "holder") Holder holder) {
            return Seen.note(holder == null ? null : holder.note());
        }
    }

    /** Takes a record of itself. */
    public static final class Grow {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "tree") Tree tree) {
            return Seen.note(tree);
        }
    }

    /** Takes a map. */
    public static final class Stock {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "stock") Map<String, Integer> stock) {
            return Seen.note(values(stock));
        }
    }

    /** Takes a long decimal number. */
    public static final class Money {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "amount") BigDecimal amount) {
            return Seen.note(amount == null ? null : amount.toPlainString());
        }
    }

    /** Takes a list of numbers. */
    public static final class Numbers {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "numbers") List<Integer> numbers) {
            return Seen.note(classes(numbers));
        }
    }

    /** Throws a checked exception with a secret in its message. */
    public static final class Throws {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call() throws IOException {
            Seen.note("fails");
            throw new IOException("password=hunter2");
        }
    }

    /** Dies. */
    public static final class Overflows {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call() {
            Seen.note("deep");
            return deeper(0);
        }

        private String deeper(long depth) {
            return depth < 0 ? "" : deeper(depth + 1);
        }
    }

    /** Returns five megabytes. */
    public static final class Heavy {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call() {
            return "x".repeat(5_000_000);
        }
    }

    /** Answers before its work is done. */
    public static final class Later {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public CompletableFuture<String> call() {
            return new CompletableFuture<>();
        }
    }

    /** Returns what contains itself. */
    public static final class Cyclic {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public Map<String, Object> call() {
            Map<String, Object> self = new HashMap<>();
            self.put("self", self);
            return self;
        }
    }

    /** Has two methods of one name. */
    public static final class Overloaded {

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "one") String one) {
            return Seen.note("text " + one);
        }

        @dev.langchain4j.agent.tool.Tool(name = "call", value = "a tool")
        @org.springframework.ai.tool.annotation.Tool(name = "call", description = "a tool")
        @io.agentscope.core.tool.Tool(name = "call", description = "a tool")
        public String call(@io.agentscope.core.tool.ToolParam(name = "one") int one) {
            return Seen.note("number " + one);
        }
    }
}
