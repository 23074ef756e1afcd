package dev.harbor.docs.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.renderer.html.AttributeProvider;

/**
 * Names the headings of a page as the usual forges do. It is not commonmark's extension because that maps letters by the machine's locale: in a Turkish one no link to a heading with a
 * capital I would lead anywhere.
 */
final class Anchors implements AttributeProvider {

    private final Map<String, Integer> names = new HashMap<>();

    @Override
    public void setAttributes(Node node, String tag, Map<String, String> attributes) {
        if (node instanceof Heading) {
            attributes.put("id", name(Words.of(node)));
        }
    }

    private String name(String heading) {
        String name = heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = names.merge(name, 1, Integer::sum) - 1;
        return before == 0 ? name : name + '-' + before;
    }
}
