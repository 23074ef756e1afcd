package dev.harbor.examples.quickstart;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the command line asks for; null where it says nothing. */
record Options(
        @Nullable Path directory,
        @Nullable Path state,
        @Nullable String model,
        @Nullable String url,
        boolean help) {

    static final Options NONE = new Options(null, null, null, null, false);

    static final String HELP = """
            Surveys a directory with an agent and prints what the agent does, call by call.

              --dir PATH     the directory to survey; the checkout of Harbor around the working directory if not given
              --state PATH   where the report, the artifacts and the log are kept; a new temporary directory if not given
              --model NAME   a real model in place of the script; its key is in OPENAI_API_KEY or ANTHROPIC_API_KEY
              --url URL      where the model is, if it is neither OpenAI's nor Anthropic's: an endpoint that speaks OpenAI's chat completions
              --help         this text

            Without --model the model is a script inside the program: it needs no key and no network. What the tools do is real.
            Exit code: 0 the survey is complete, 1 it is not, 2 the command line asks for something impossible.
            """;

    static Options parse(List<String> arguments) throws WrongUsage {
        Options options = NONE;
        Iterator<String> rest = arguments.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String argument, Iterator<String> rest) throws WrongUsage {
        int equals = argument.startsWith("--") ? argument.indexOf('=') : -1;
        String name = equals < 0 ? argument : argument.substring(0, equals);
        return switch (name) {
            case "--help", "-h" -> new Options(directory, state, model, url, true);
            case "--dir" -> new Options(path(name, value(name, "path", argument, equals, rest)), state, model, url, help);
            case "--state" -> new Options(directory, path(name, value(name, "path", argument, equals, rest)), model, url, help);
            case "--model" -> new Options(directory, state, value(name, "name", argument, equals, rest), url, help);
            case "--url" -> new Options(directory, state, model, value(name, "URL", argument, equals, rest), help);
            default ->
                throw new WrongUsage("'" + argument
                        + "' is none of --dir PATH, --state PATH, --model NAME, --url URL, --help");
        };
    }

    private static String value(String name, String what, String argument, int equals, Iterator<String> rest)
            throws WrongUsage {
        String value = equals < 0 ? next(name, what, rest) : argument.substring(equals + 1);
        if (value.isBlank()) {
            throw new WrongUsage(name + " needs a " + what);
        }
        return value;
    }

    private static String next(String name, String what, Iterator<String> rest) throws WrongUsage {
        if (!rest.hasNext()) {
            throw new WrongUsage(name + " needs a " + what);
        }
        return rest.next();
    }

    private static Path path(String name, String text) throws WrongUsage {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new WrongUsage(name + " '" + text + "' is no path: " + e.getReason());
        }
    }
}
