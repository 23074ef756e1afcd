package dev.harbor.architecture;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** A module's pom, as it is written. */
final class Pom {

    private final Element project;

    private Pom(Element project) {
        this.project = project;
    }

    /** Reads the pom of a module, or the root's for an empty name. */
    static Pom of(String module) {
        try {
            return new Pom(DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(Repository.ROOT.resolve(module).resolve("pom.xml").toFile())
                    .getDocumentElement());
        } catch (IOException | SAXException | ParserConfigurationException e) {
            throw new IllegalStateException("cannot read the pom of '" + module + "'", e);
        }
    }

    List<String> modules() {
        return texts(project, "modules", "module").toList();
    }

    boolean isPublished() {
        return texts(project, "properties", "maven.deploy.skip").noneMatch("true"::equals);
    }

    String artifact() {
        return texts(project, "artifactId").findFirst().orElseThrow();
    }

    /** Returns group:artifact of each direct dependency that users of the module get. */
    List<String> dependencies() {
        return elements(project, "dependencies", "dependency")
                .filter(each -> texts(each, "scope").noneMatch("test"::equals))
                .map(Pom::coordinates)
                .toList();
    }

    List<String> managed() {
        return elements(project, "dependencyManagement", "dependencies", "dependency")
                .map(Pom::coordinates)
                .toList();
    }

    private static String coordinates(Element dependency) {
        return texts(dependency, "groupId").findFirst().orElseThrow()
                + ':'
                + texts(dependency, "artifactId").findFirst().orElseThrow();
    }

    private static Stream<String> texts(Element from, String... path) {
        return elements(from, path).map(each -> each.getTextContent().strip());
    }

    private static Stream<Element> elements(Element from, String... path) {
        Stream<Element> found = Stream.of(from);
        for (String name : path) {
            found = found.flatMap(each -> children(each, name));
        }
        return found;
    }

    private static Stream<Element> children(Element parent, String name) {
        NodeList nodes = parent.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(node -> node.getNodeType() == Node.ELEMENT_NODE
                        && node.getNodeName().equals(name))
                .map(Element.class::cast);
    }
}
