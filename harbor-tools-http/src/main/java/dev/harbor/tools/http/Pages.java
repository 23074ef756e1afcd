package dev.harbor.tools.http;

import dev.harbor.error.ErrorCode;
import dev.harbor.json.Json;
import dev.harbor.policy.ErrorClass;
import dev.harbor.tool.InvalidResult;
import dev.harbor.tool.ToolContext;
import dev.harbor.tool.ToolFailed;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads an answer that comes in pages as a whole. Confined to one call. */
final class Pages {

    private final HttpInvocation invocation;
    private final HttpPaging paging;
    private final Json arguments;
    private final ToolContext context;
    private final List<Json> items = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();
    private long bytes;

    Pages(HttpInvocation invocation, HttpPaging paging, Json arguments, ToolContext context) {
        this.invocation = invocation;
        this.paging = paging;
        this.arguments = arguments;
        this.context = context;
    }

    Json read() {
        String next = null;
        int pages = 0;
        do {
            next = page(next);
            pages++;
        } while (next != null && pages < paging.maxPages());
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("items", items);
        whole.put("pages", pages);
        whole.put("complete", next == null);
        return Json.of(whole);
    }

    /** Reads one page and returns what names the next one, or null at the end. */
    private @Nullable String page(@Nullable String at) {
        Draft draft = invocation.plan().draft(arguments, context);
        if (at != null) {
            turn(draft, at);
        }
        URI here = draft.uri();
        try (Exchange exchange = invocation.send(draft, context)) {
            Json page = new AnswerReader(invocation.plan().answer(), exchange, context).json();
            add(page);
            return once(next(exchange, page, here));
        }
    }

    private void turn(Draft draft, String to) {
        String parameter = paging.parameter();
        if (parameter == null) {
            draft.address(to);
            invocation.plan().auth().stream()
                    .filter(each -> each.kind() == HttpAuth.Kind.QUERY)
                    .forEach(each -> draft.removeQuery(each.field()));
        } else {
            draft.removeQuery(parameter);
            draft.query(Escaping.STRICT.escape(parameter), Escaping.STRICT.escape(to));
        }
    }

    private void add(Json page) {
        bytes += page.sizeBytes();
        if (bytes > invocation.plan().answer().maxBytes()) {
            throw ToolFailed.of(
                    ErrorCode.of("NET_TOO_LARGE"),
                    ErrorClass.PERMANENT,
                    true,
                    "the pages are larger than " + invocation.plan().answer().maxBytes() + " bytes together",
                    null,
                    null);
        }
        Json found = page.at(paging.items()).orElse(Json.NULL);
        if (found.kind() != Json.Kind.ARRAY) {
            throw new InvalidResult("a page has no array at '" + paging.items() + "'", List.of());
        }
        items.addAll(found.elements());
    }

    private @Nullable String next(Exchange exchange, Json page, URI here) {
        String pointer = paging.cursor();
        if (pointer == null) {
            return LinkHeader.next(exchange.reply().headers().all("Link"))
                    .map(target -> within(target, here))
                    .orElse(null);
        }
        return page.at(pointer)
                .filter(each -> !each.isNull())
                .map(Values::text)
                .filter(text -> !text.isEmpty())
                .orElse(null);
    }

    /** A page that was read would be read for ever. */
    private @Nullable String once(@Nullable String next) {
        if (next != null && !seen.add(next)) {
            throw new InvalidResult("the pages go round in a circle", List.of());
        }
        return next;
    }

    /** The service can't send credentials elsewhere by naming a next page there. */
    private static String within(String target, URI here) {
        try {
            URI next = here.resolve(target);
            if (Origins.same(here, next)) {
                return next.toString();
            }
        } catch (IllegalArgumentException e) {
            throw elsewhere("is no address");
        }
        throw elsewhere("is at another origin, where nothing is sent");
    }

    private static ToolFailed elsewhere(String why) {
        return ToolFailed.of(
                ErrorCode.of("HTTP_PAGE_ELSEWHERE"), ErrorClass.PERMANENT, true, "the next page " + why, null, null);
    }
}
