package dev.harbor.docs.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Renders the pages of a repository. Not thread-safe. */
public final class Site {

    private final Sources sources;
    private final Links links;
    private final Path target;

    private Site(Path root, Path target) {
        this.sources = new Sources(root);
        this.links = new Links(sources);
        this.target = target;
    }

    /**
     * Renders a repository into a folder.
     *
     * @param arguments the folder of the repository and the folder of the site, which is made if it is not there
     * @throws IOException if a file can't be read or written
     * @throws IllegalArgumentException if a page links to a file that is not there, or there are not two arguments
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException(
                    "two arguments are needed, the folder of the repository and that of the site, and there were "
                            + arguments.length);
        }
        new Site(Path.of(arguments[0]).toAbsolutePath().normalize(), Path.of(arguments[1])).write();
    }

    private void write() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (String file : sources.pages()) {
            pages.add(page(file));
        }
        Frame frame = new Frame(List.copyOf(pages));
        for (String folder : links.folders()) {
            pages.add(folder(folder));
        }
        for (String file : links.listings()) {
            pages.add(listing(file));
        }
        for (Page page : pages) {
            Files.writeString(place(page.address()), frame.around(page), StandardCharsets.UTF_8);
        }
        copy();
    }

    private Page page(String file) throws IOException {
        Markdown text = new Markdown(sources.read(file));
        return new Page(
                Page.address(file), Section.of(file), text.heading(), text.html(link -> links.lead(file, link)));
    }

    private Page folder(String folder) throws IOException {
        String address = folder + "/index.html";
        StringBuilder list = new StringBuilder("<h1>" + Html.escape(folder) + "</h1>\n<ul>\n");
        for (String file : sources.pages(folder)) {
            String heading = new Markdown(sources.read(file)).heading();
            list.append("<li>")
                    .append(Html.link(Links.between(address, Page.address(file)), heading))
                    .append("</li>\n");
        }
        return new Page(
                address,
                Section.of(folder + '/'),
                folder,
                list.append("</ul>\n").toString());
    }

    private Page listing(String file) throws IOException {
        String name = Html.escape(file);
        String body = "<h1>" + name + "</h1>\n<pre><code>" + Html.escape(sources.read(file)) + "</code></pre>\n";
        return new Page(Page.address(file), Section.of(file), file, body);
    }

    private void copy() throws IOException {
        for (String file : links.copies()) {
            Files.copy(sources.path(file), place(file), StandardCopyOption.REPLACE_EXISTING);
        }
        try (InputStream style = Objects.requireNonNull(Site.class.getResourceAsStream("site.css"))) {
            Files.copy(style, place("site.css"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Path place(String address) throws IOException {
        Path file = target.resolve(address);
        Files.createDirectories(file.getParent());
        return file;
    }
}
