package dev.harbor.examples.tenants;

import dev.harbor.identity.Identity;
import dev.harbor.json.Param;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.Tool;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the two tenants may call: notes and a word count for both, the stock for one, invoices for the other, and mail for nobody. */
final class TenantTools {

    static final String ACME = "acme";
    static final String GLOBEX = "globex";

    private final Map<Identity, List<String>> notes = new ConcurrentHashMap<>();
    private final List<Part> stock = Part.readAll();

    List<Tool<?, ?>> all() {
        return List.of(
                Tool.of("notes.add", Note.class, Notes.class, this::add)
                        .description("Adds a note to those of this session")
                        .effect(SideEffect.WRITE),
                Tool.of("notes.list", Nothing.class, Notes.class, this::list)
                        .description("Lists the notes of this session")
                        .effect(SideEffect.READ),
                Tool.of("words.count", Note.class, Count.class, TenantTools::count)
                        .description("Counts the words of a text")
                        .effect(SideEffect.PURE),
                Tool.of("stock.find", Find.class, Parts.class, this::find)
                        .description("Finds parts in the stock by a piece of their name")
                        .effect(SideEffect.READ)
                        .tenants(ACME),
                Tool.of("stock.export", Nothing.class, Parts.class, nothing -> new Parts(stock))
                        .description("Returns the whole stock, which is large")
                        .effect(SideEffect.READ)
                        .tenants(ACME),
                Tool.of("invoices.total", Invoice.class, Total.class, TenantTools::total)
                        .description("Adds up the items of an invoice")
                        .effect(SideEffect.PURE)
                        .tenants(GLOBEX),
                Tool.of("mail.send", Note.class, Nothing.class, TenantTools::send)
                        .description("Sends a mail")
                        .effect(SideEffect.EXTERNAL));
    }

    record Nothing() {}

    record Note(String text) {}

    record Notes(String tenant, String user, String session, List<String> notes) {}

    record Count(long words) {}

    record Find(
            @Param(description = "a piece of the name, in any case")
            String text,

            @Param(defaultValue = "20") int limit) {}

    record Parts(List<Part> parts) {}

    record Item(String name, int quantity, long cents) {}

    record Invoice(List<Item> items) {}

    record Total(long cents) {}

    private Notes add(Note note, ToolContext context) {
        List<String> mine = notes.computeIfAbsent(context.identity(), identity -> new CopyOnWriteArrayList<>());
        mine.add(note.text());
        return notes(context.identity());
    }

    private Notes list(Nothing nothing, ToolContext context) {
        return notes(context.identity());
    }

    private Notes notes(Identity identity) {
        List<String> mine = List.copyOf(notes.getOrDefault(identity, List.of()));
        return new Notes(identity.tenant(), identity.user(), identity.session(), mine);
    }

    private static Count count(Note text) {
        return new Count(text.text().strip().isEmpty() ? 0 : text.text().strip().split("\\s+").length);
    }

    private Parts find(Find wanted) {
        String text = wanted.text().toLowerCase(Locale.ROOT);
        List<Part> found = stock.stream()
                .filter(part -> part.name().toLowerCase(Locale.ROOT).contains(text))
                .limit(Math.max(0, wanted.limit()))
                .toList();
        if (found.isEmpty()) {
            throw ToolFailed.permanent("no part has a name like that");
        }
        return new Parts(found);
    }

    private static Total total(Invoice invoice) {
        return new Total(invoice.items().stream()
                .mapToLong(item -> Math.multiplyExact(item.quantity(), item.cents()))
                .reduce(0, Math::addExact));
    }

    /** The access policy of the service lets nobody get here. */
    private static Nothing send(Note mail) {
        throw ToolFailed.permanent("this service sends no mail");
    }
}
