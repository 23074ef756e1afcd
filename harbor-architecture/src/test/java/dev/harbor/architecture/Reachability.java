package dev.harbor.architecture;

import dev.harbor.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a module tells GraalVM about itself.
 *
 * @param resources the files that are read at run time
 * @param types the types that are opened by reflection
 */
record Reachability(Set<String> resources, Set<String> types) {

    private static final String RESOURCES = "/src/main/resources/";
    private static final String HOME = "META-INF/native-image/";

    /** Reads the file of a module; a module without one tells nothing. */
    static Reachability of(String module) {
        Path file = Repository.ROOT.resolve(
                module + RESOURCES + HOME + "dev.harbor/" + module + "/reachability-metadata.json");
        return Files.exists(file) ? of(Json.parse(Repository.read(file))) : new Reachability(Set.of(), Set.of());
    }

    /** Returns the resources that a module has, apart from what is for GraalVM alone. */
    static Set<String> resourcesIn(String module) {
        String home = module + RESOURCES;
        return Repository.files(name -> name.startsWith(home) && !name.startsWith(home + HOME)).stream()
                .map(file -> Repository.name(file).substring(home.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Reachability of(Json told) {
        return new Reachability(texts(told, "resources", "glob"), texts(told, "reflection", "type"));
    }

    private static Set<String> texts(Json told, String list, String member) {
        return told.get(list).map(Json::elements).orElseThrow().stream()
                .map(each -> each.get(member).orElseThrow().asString())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
