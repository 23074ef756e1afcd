package dev.harbor.tools.mcp;

import dev.harbor.access.Secret;
import dev.harbor.error.ConfigurationException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Is a server that is started as a child process. Values of variables are held as secrets, since nobody can tell which of them are.
 *
 * @param command program and arguments
 * @param environment the variables that are set
 * @param inherited the variables that are taken over from this process, if they are there
 * @param directory where it runs, or null for where this process does
 */
record StdioTarget(
        List<String> command,
        Map<String, Secret> environment,
        Set<String> inherited,
        @Nullable Path directory) implements Target {

    static final int MOST_ARGUMENTS = 128;
    static final int LONGEST_ARGUMENT = 4096;
    static final int MOST_VARIABLES = 64;

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    StdioTarget {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        inherited = Set.copyOf(inherited);
        require(!command.isEmpty() && !command.get(0).isBlank(), "a server needs a command to be started with");
        require(command.size() <= MOST_ARGUMENTS + 1, "a command has at most " + MOST_ARGUMENTS + " arguments");
        require(
                command.stream().allMatch(StdioTarget::isArgument),
                "an argument has at most " + LONGEST_ARGUMENT + " characters, and no NUL");
        require(
                environment.size() + inherited.size() <= MOST_VARIABLES,
                "a server has at most " + MOST_VARIABLES + " variables");
        environment.keySet().forEach(StdioTarget::requireVariable);
        inherited.forEach(StdioTarget::requireVariable);
        require(
                environment.values().stream().allMatch(value -> isArgument(value.reveal())),
                "the value of a variable has at most " + LONGEST_ARGUMENT + " characters, and no NUL");
    }

    StdioTarget(List<String> command) {
        this(command, Map.of(), Set.of(), null);
    }

    private static boolean isArgument(String text) {
        return text.length() <= LONGEST_ARGUMENT && text.indexOf('\0') < 0;
    }

    private static void requireVariable(String name) {
        require(VARIABLE.matcher(name).matches(), "a variable is named as " + VARIABLE.pattern());
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new ConfigurationException(message);
        }
    }

    StdioTarget variable(String name, Secret value) {
        Map<String, Secret> all = new LinkedHashMap<>(environment);
        all.put(name, value);
        return new StdioTarget(command, all, inherited, directory);
    }

    StdioTarget inherit(List<String> names) {
        Set<String> all = new LinkedHashSet<>(inherited);
        all.addAll(names);
        return new StdioTarget(command, environment, all, directory);
    }

    StdioTarget in(Path folder) {
        return new StdioTarget(command, environment, inherited, folder);
    }
}
