package dev.harbor.docs.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Node;
import org.commonmark.node.Text;

/** Collects what a node says, without its markup. */
final class Words extends AbstractVisitor {

    private final StringBuilder words = new StringBuilder();

    private Words() {}

    static String of(Node node) {
        Words words = new Words();
        node.accept(words);
        return words.words.toString();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }
}
