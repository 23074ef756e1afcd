package dev.harbor.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Says what the figures were taken on; without it they mean nothing. */
final class Machine {

    private Machine() {}

    static String describe() {
        return "JDK " + System.getProperty("java.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " cores of " + processor() + ", "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch");
    }

    static int feature() {
        return Runtime.version().feature();
    }

    /** Returns how many threads of the whole machine wanted a core in the last minute; above the benchmark's own one the figures are disturbed. */
    static String load() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
    }

    private static String processor() {
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.isReadable(file)) {
            return System.getProperty("os.arch") + " processor";
        }
        try (var lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }
}
