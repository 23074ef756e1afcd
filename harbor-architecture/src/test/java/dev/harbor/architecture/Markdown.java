package dev.harbor.architecture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page, as far as its links and anchors are concerned; code is left out. */
final class Markdown {

    private static final Pattern FENCE = Pattern.compile("^ {0,3}(`{3,}|~{3,}).*");
    private static final Pattern CODE = Pattern.compile("`+[^`]*`+");
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern REFERENCE = Pattern.compile("^ {0,3}\\[[^]]+]:\\s*<?(\\S+?)>?(\\s.*)?$");
    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern NAMED = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");

    private final List<String> links = new ArrayList<>();
    private final Set<String> anchors = new HashSet<>();
    private final Map<String, Integer> slugs = new HashMap<>();

    Markdown(String text) {
        String fence = "";
        for (String line : text.lines().toList()) {
            Matcher matcher = FENCE.matcher(line);
            if (!fence.isEmpty()) {
                fence = line.strip().startsWith(fence) ? "" : fence;
            } else if (matcher.matches()) {
                fence = matcher.group(1);
            } else {
                readLine(line);
            }
        }
    }

    List<String> links() {
        return List.copyOf(links);
    }

    /** Returns the names that a link into this page may end with. */
    Set<String> anchors() {
        return Set.copyOf(anchors);
    }

    private void readLine(String line) {
        Matcher heading = HEADING.matcher(line);
        if (heading.matches()) {
            anchors.add(slug(heading.group(1)));
        }
        String prose = CODE.matcher(line).replaceAll("");
        LINK.matcher(prose).results().forEach(link -> links.add(link.group(1)));
        REFERENCE.matcher(prose).results().forEach(link -> links.add(link.group(1)));
        NAMED.matcher(prose).results().forEach(anchor -> anchors.add(anchor.group(1)));
    }

    /** Names a heading as the usual forges do. */
    private String slug(String heading) {
        String text = heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "");
        String slug = text.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int before = slugs.merge(slug, 1, Integer::sum) - 1;
        return before == 0 ? slug : slug + '-' + before;
    }
}
