package dev.harbor.inspector;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.HarborException;
import dev.harbor.event.Redactor;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that something is not to be had, on a page that shows nothing else, so that it can be shown to anybody. */
final class Problem {

    private static final Logger LOG = LoggerFactory.getLogger(Inspector.class);
    private static final int LONGEST = 2000;
    private static final int CONFLICT = 409;

    /** What people can do something about, so that they are told in full. */
    private static final Map<ErrorCode, Integer> TOLD = Map.of(
            ErrorCode.PAUSE_NOT_FOUND, 404,
            ErrorCode.PAUSE_ALREADY_RESOLVED, CONFLICT,
            ErrorCode.INVALID_RESOLUTION, CONFLICT,
            ErrorCode.RUN_BUSY, CONFLICT,
            ErrorCode.CONTROL_REFUSED, CONFLICT,
            ErrorCode.ILLEGAL_RUN_STATE, CONFLICT);

    private Problem() {}

    static InspectorResponse page(InspectorRequest request, int status, String message) {
        Markup page = new Markup(Redactor.standard(), LONGEST)
                .tags("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>")
                .text(status + " · Harbor")
                .tags("</title><link rel=\"stylesheet\"")
                .link("href", request.mount(), Assets.STYLE)
                .tags("></head><body><main><section class=\"problem\"><h1>" + status + "</h1><p>")
                .text(message)
                .tags("</p><p><a")
                .link("href", request.mount(), "")
                .tags(">All runs</a></p></section></main></body></html>\n");
        return InspectorResponse.page(status, page.toString());
    }

    /** Other failures may speak of the inside of the service, which is for its log. */
    static Refusal of(HarborException e) {
        Integer status = TOLD.get(e.code());
        if (status != null) {
            return new Refusal(status, e.code().value() + ": " + e.getMessage());
        }
        LOG.warn("a look at runs failed: {}", e.toString());
        return new Refusal(503, e.code().value() + ": that can't be done at the moment; the log says why.");
    }
}
