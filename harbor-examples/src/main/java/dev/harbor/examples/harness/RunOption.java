package dev.harbor.examples.harness;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that names a run. */
final class RunOption {

    @Option(
            names = "--run-id",
            paramLabel = "ID",
            required = true,
            converter = RunId.class,
            description = "the run, 32 lower-case hexadecimal digits")
    private String id = "";

    String id() {
        return id;
    }

    /** Takes ids of the one shape that events lead to. */
    static final class RunId implements ITypeConverter<String> {

        private static final Pattern SHAPE = Pattern.compile("[0-9a-f]{32}");

        @Override
        public String convert(String text) {
            if (!SHAPE.matcher(text).matches()) {
                throw new TypeConversionException("the id of a run is 32 lower-case hexadecimal digits");
            }
            return text;
        }
    }
}
