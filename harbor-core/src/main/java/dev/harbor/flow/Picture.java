package dev.harbor.flow;

import java.util.Map;
import java.util.stream.Collectors;

/** Draws a flow, for people. */
final class Picture {

    private final Plan plan;

    Picture(Plan plan) {
        this.plan = plan;
    }

    String mermaid() {
        StringBuilder out = new StringBuilder("flowchart TD\n");
        out.append("    ").append(id(Ref.INPUT)).append("([\"input\"])\n");
        plan.nodes()
                .values()
                .forEach(node -> out.append("    ").append(mermaid(node)).append('\n'));
        out.append("    ").append(id("output")).append("([\"output\"])\n");
        edges((from, to, label) -> out.append("    ")
                .append(id(from))
                .append(label.isEmpty() ? " --> " : " -- \"" + escaped(label) + "\" --> ")
                .append(id(to))
                .append('\n'));
        return out.toString();
    }

    /** The words of the language must not be taken for nodes. */
    private static String id(String name) {
        return "n_" + name.replace('-', '_')
                + (name.indexOf('-') < 0 ? "" : "_" + Integer.toHexString(name.hashCode()));
    }

    private static String mermaid(Node node) {
        String text = "\"" + escaped(label(node)).replace("\n", "<br/>") + "\"";
        if (node.work().isChoice()) {
            return id(node.name()) + "{" + text + "}";
        }
        return id(node.name()) + (node.work().step() == null ? "[[" + text + "]]" : "[" + text + "]");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("\"", "&quot;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    String dot() {
        StringBuilder out = new StringBuilder("digraph " + quoted(plan.name()) + " {\n");
        out.append("    \"input\" [shape=oval];\n    \"output\" [shape=oval];\n");
        plan.nodes()
                .values()
                .forEach(node -> out.append("    ")
                        .append(quoted("node " + node.name()))
                        .append(" [shape=")
                        .append(shape(node))
                        .append(", label=")
                        .append(quoted(label(node)))
                        .append("];\n"));
        edges((from, to, label) -> out.append("    ")
                .append(quoted(dotName(from)))
                .append(" -> ")
                .append(quoted(dotName(to)))
                .append(label.isEmpty() ? "" : " [label=" + quoted(label) + "]")
                .append(";\n"));
        return out.append("}\n").toString();
    }

    private String dotName(String name) {
        return plan.nodes().containsKey(name) ? "node " + name : name;
    }

    private static String shape(Node node) {
        if (node.work().isChoice()) {
            return "diamond";
        }
        return node.work().step() == null ? "component" : "box";
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    private static String label(Node node) {
        StringBuilder label = new StringBuilder(node.name());
        if (node.work().isChoice()) {
            return label.append("\nfirst that ran").toString();
        }
        label.append('\n')
                .append(node.work().name())
                .append(", ")
                .append(node.work().effect().wireName());
        if (node.items() != null) {
            label.append("\nfor each of ")
                    .append(node.items())
                    .append(", ")
                    .append(node.atOnce())
                    .append(" at once");
        }
        if (node.condition() != null) {
            label.append("\nonly if ").append(node.condition());
        }
        return label.toString();
    }

    /** Takes one edge after the other. */
    private interface Edges {

        void edge(String from, String to, String label);
    }

    private void edges(Edges edges) {
        plan.nodes().values().forEach(node -> {
            node.refs().stream()
                    .filter(ref -> ref.value() == null && !ref.isToElement())
                    .collect(Collectors.groupingBy(Ref::node, java.util.LinkedHashMap::new, Picture.pointers()))
                    .forEach((from, label) -> edges.edge(from, node.name(), label));
            node.work().of().forEach(from -> edges.edge(from, node.name(), ""));
            node.after().forEach(from -> edges.edge(from, node.name(), "after"));
        });
        for (Map.Entry<String, Ref> member : plan.output().entrySet()) {
            if (member.getValue().value() == null) {
                edges.edge(member.getValue().node(), "output", member.getKey());
            }
        }
    }

    private static java.util.stream.Collector<Ref, ?, String> pointers() {
        return Collectors.mapping(
                Ref::pointer,
                Collectors.collectingAndThen(
                        Collectors.toCollection(java.util.LinkedHashSet::new),
                        all -> String.join(" ", all).strip()));
    }
}
