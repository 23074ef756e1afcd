package dev.harbor.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.artifacts.Artifacts;
import dev.harbor.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** The tables of the page on Spring Boot hold what there is: every property, every bean. */
final class StarterPageTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The starter asks for these outside of what it hands to the builder. */
    private static final Set<String> ELSEWHERE = Set.of(
            "ArtifactStore", "ContextSafety", "CredentialProvider", "HarborRuntimeBuilderCustomizer", "HarborRuntime");

    /** Returns the names in the first column of the table that has this head. */
    private static Set<String> column(String head) throws IOException {
        String page = Files.readString(Path.of("..", "docs", "howto", "spring-boot.md"));
        Set<String> names = new LinkedHashSet<>();
        page.substring(page.indexOf(head))
                .lines()
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .forEach(cell -> addNames(cell, names));
        return names;
    }

    /** A name that begins with a dot has all but its last part from the one before it. */
    private static void addNames(String cell, Set<String> names) {
        String before = "";
        for (String name :
                CODE.matcher(cell).results().map(match -> match.group(1)).toList()) {
            before = name.startsWith(".") ? before.substring(0, before.lastIndexOf('.')) + name : name;
            names.add(before.startsWith("harbor.sources.") ? "harbor.sources" : before);
        }
    }

    @Test
    void properties_ofThePage_areThoseThatThereAre() throws IOException {
        try (InputStream in =
                HarborProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            Json metadata = Json.parse(Objects.requireNonNull(in).readAllBytes());
            Set<String> known = metadata.get("properties").orElseThrow().elements().stream()
                    .map(each -> each.get("name").orElseThrow().asString())
                    .collect(Collectors.toSet());
            assertThat(column("| property |")).containsExactlyInAnyOrderElementsOf(known);
        }
    }

    /** Is a factory that knows which beans it was asked for. */
    @SuppressWarnings("serial")
    private static final class Asked extends DefaultListableBeanFactory {

        final Set<String> types = new TreeSet<>();

        @Override
        public <T> ObjectProvider<T> getBeanProvider(Class<T> type) {
            types.add(type.getSimpleName());
            return super.getBeanProvider(type);
        }
    }

    @Test
    void beans_ofThePage_areThoseThatTheRuntimeTakes() throws IOException {
        Asked asked = new Asked();
        asked.registerSingleton("safety", Artifacts.memory());
        HarborProperties none =
                new Binder(new MapConfigurationPropertySource()).bindOrCreate("harbor", HarborProperties.class);

        new HarborRuntimeParts(none, asked).builder();

        Set<String> named = column("| bean of yours |");
        assertThat(named).containsAll(ELSEWHERE).containsAll(asked.types);
        named.removeAll(ELSEWHERE);
        assertThat(asked.types).containsAll(named);
    }
}
