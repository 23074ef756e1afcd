package dev.harbor.docs.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** The text of a page. Not thread-safe. */
final class Markdown {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer HTML = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .attributeProviderFactory(context -> new Anchors())
            .build();

    private final Node document;

    Markdown(String text) {
        document = PARSER.parse(text);
        removeMarks();
    }

    /** Returns the text of the first heading, or an empty one. */
    String heading() {
        Node node = document.getFirstChild();
        while (node != null && !(node instanceof Heading)) {
            node = node.getNext();
        }
        return node == null ? "" : Words.of(node);
    }

    /** Renders the page, with its links led to where they are in the site. */
    String html(UnaryOperator<String> links) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(links.apply(link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(links.apply(image.getDestination()));
                visitChildren(image);
            }
        });
        return HTML.render(document);
    }

    /** Takes out the comments that tests find their places by. */
    private void removeMarks() {
        List<Node> marks = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(HtmlBlock block) {
                if (block.getLiteral().startsWith("<!--")) {
                    marks.add(block);
                }
            }
        });
        marks.forEach(Node::unlink);
    }
}
