package dev.harbor.tools.mcp.peers;

import static dev.harbor.tools.mcp.peers.Expected.ENDS;
import static dev.harbor.tools.mcp.peers.Expected.FAILS;
import static dev.harbor.tools.mcp.peers.Expected.REFUSED;
import static dev.harbor.tools.mcp.peers.Expected.SERVES;
import static dev.harbor.tools.mcp.peers.Expected.UNKNOWN;
import static dev.harbor.tools.mcp.peers.Replies.error;
import static dev.harbor.tools.mcp.peers.Replies.initialized;
import static dev.harbor.tools.mcp.peers.Replies.notification;
import static dev.harbor.tools.mcp.peers.Replies.page;
import static dev.harbor.tools.mcp.peers.Replies.quoted;
import static dev.harbor.tools.mcp.peers.Replies.result;
import static dev.harbor.tools.mcp.peers.Replies.text;
import static dev.harbor.tools.mcp.peers.Replies.tool;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The ways in which a server over HTTP goes wrong. Each is planted into a server that is whole otherwise. */
enum HttpFault {

    // ---- none: what the others are measured by

    NONE("none", SERVES, peer -> {}),

    // ---- at the start

    NEVER_ANSWERS("takes every request and answers none", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> wire.freeze());
        peer.on("initialize", (request, wire) -> wire.freeze());
    }),
    SILENT_TO_PROBE(
            "does not answer the probe for the newest version",
            SERVES,
            peer -> peer.on("server/discover", (request, wire) -> wire.freeze())),
    HANGS_UP("ends every connection without an answer", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> wire.reset());
        peer.on("initialize", (request, wire) -> wire.reset());
    }),
    NO_HTTP("speaks no HTTP", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> wire.raw("220 smtp.example ESMTP\r\n"));
        peer.on("initialize", (request, wire) -> wire.raw("220 smtp.example ESMTP\r\n"));
    }),
    SLOW_HEADERS("sends the header of its answer byte by byte, for ever", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> drip(wire));
        peer.on("initialize", (request, wire) -> drip(wire));
    }),
    NOT_FOUND("has nothing at this address", REFUSED, peer -> all(peer, 404)),
    UNAUTHORIZED("wants to be authorized", REFUSED, peer -> all(peer, 401)),
    FORBIDDEN("forbids everything", REFUSED, peer -> all(peer, 403)),
    BROKEN("answers everything with 500", REFUSED, peer -> all(peer, 500)),
    MOVED("redirects everything elsewhere", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> wire.status(302, "Location: /elsewhere"));
        peer.on("initialize", (request, wire) -> wire.status(307, "Location: http://169.254.169.254/mcp"));
    }),
    WEB_PAGE("answers with a web page", REFUSED, peer -> {
        peer.on("server/discover", (request, wire) -> wire.answer(200, "text/html", "<html>Welcome</html>"));
        peer.on("initialize", (request, wire) -> wire.answer(200, "text/html", "<html>Welcome</html>"));
    }),
    PROBE_404(
            "answers the probe with 404",
            SERVES,
            peer -> peer.on("server/discover", (request, wire) -> wire.status(404))),
    PROBE_405(
            "answers the probe with 405",
            SERVES,
            peer -> peer.on("server/discover", (request, wire) -> wire.status(405))),
    PROBE_500(
            "answers the probe with 500",
            ENDS,
            peer -> peer.on("server/discover", (request, wire) -> wire.status(500))),
    WRONG_VERSION(
            "speaks a version that nobody knows",
            REFUSED,
            peer -> peer.on("initialize", (request, wire) -> peer.answer(request, wire, initialized("1999-01-01")))),
    NO_SESSION(
            "gives no session",
            SERVES,
            peer -> peer.on("initialize", (request, wire) -> peer.answer(request, wire, initialized(Replies.LEGACY)))),
    ODD_SESSION(
            "gives a session of sixty thousand characters",
            ENDS,
            peer -> peer.on(
                    "initialize",
                    (request, wire) -> wire.json(
                            result(request.message().id(), initialized(Replies.LEGACY)),
                            "Mcp-Session-Id: " + "s".repeat(60_000)))),
    GET_HANGS(
            "takes the request for its own stream and never answers it",
            SERVES,
            peer -> peer.on("GET", (request, wire) -> wire.freeze())),
    GET_FAILS(
            "answers the request for its own stream with 500",
            SERVES,
            peer -> peer.on("GET", (request, wire) -> wire.status(500))),
    GET_ENDS(
            "ends its own stream at once, each time",
            SERVES,
            peer -> peer.on("GET", (request, wire) -> {
                wire.events();
                wire.close();
            })),
    GET_IS_A_PAGE(
            "answers the request for its own stream with a web page",
            SERVES,
            peer -> peer.on("GET", (request, wire) -> wire.answer(200, "text/html", "<html>"))),
    LIST_CHANGED_STORM(
            "says 2000 times on its stream that its list has changed",
            SERVES,
            peer -> peer.on("GET", (request, wire) -> {
                wire.events();
                IntStream.range(0, 2000)
                        .forEach(i -> wire.event(notification("notifications/tools/list_changed", "{}")));
                wire.freeze();
            })),
    ENDLESS_PAGES("has always one more page", SERVES, peer -> {
        AtomicInteger pages = new AtomicInteger();
        peer.on("tools/list", (request, wire) -> {
            int page = pages.getAndIncrement();
            List<String> tools = page == 0 ? List.of(tool("echo"), tool("odd")) : List.of(tool("tool" + page));
            peer.answer(request, wire, page(tools, quoted("page-" + page)));
        });
    }),

    // ---- in a call

    CALL_NEVER("never answers a call", UNKNOWN, peer -> peer.odd((request, wire) -> wire.freeze())),
    CALL_RESET("ends the connection instead of answering", UNKNOWN, peer -> peer.odd((request, wire) -> wire.reset())),
    CALL_HANGS_UP(
            "closes the connection instead of answering", UNKNOWN, peer -> peer.odd((request, wire) -> wire.close())),
    CALL_401("wants a call to be authorized", FAILS, peer -> peer.odd((request, wire) -> wire.status(401))),
    CALL_403("forbids a call", FAILS, peer -> peer.odd((request, wire) -> wire.status(403))),
    CALL_404("answers a call with 404, in every session", FAILS, peer -> peer.odd((request, wire) -> wire.status(404))),
    SESSION_EXPIRED("has forgotten the session", SERVES, peer -> {
        AtomicInteger expired = new AtomicInteger();
        peer.on("tools/call", (request, wire) -> {
            if (expired.compareAndSet(0, 1) || !peer.isCurrent(request)) {
                peer.sessions.compareAndSet(1, 2);
                wire.answer(404, "application/json", error("null", -32001, "Session not found"));
            } else {
                peer.echo(request, wire);
            }
        });
    }),
    CALL_405("answers a call with 405", FAILS, peer -> peer.odd((request, wire) -> wire.status(405))),
    CALL_202("accepts a call and never answers it", UNKNOWN, peer -> peer.odd((request, wire) -> wire.status(202))),
    CALL_204(
            "answers a call with no content",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> wire.raw("HTTP/1.1 204 None\r\n\r\n"))),
    CALL_429("asks for patience", FAILS, peer -> peer.odd((request, wire) -> wire.status(429, "Retry-After: 1"))),
    CALL_500("answers a call with 500", ENDS, peer -> peer.odd((request, wire) -> wire.status(500))),
    CALL_503(
            "answers a call with 503",
            ENDS,
            peer -> peer.odd((request, wire) -> wire.status(503, "Retry-After: 3600"))),
    CALL_500_WITH_ERROR(
            "answers a call with 500 and an error of the protocol",
            ENDS,
            peer -> peer.odd((request, wire) ->
                    wire.answer(500, "application/json", error(request.message().id(), -32603, "Internal error")))),
    CALL_400_WITH_ERROR(
            "answers a call with 400 and an error of the protocol",
            FAILS,
            peer -> peer.odd((request, wire) ->
                    wire.answer(400, "application/json", error(request.message().id(), -32602, "Invalid params")))),
    CALL_MOVED(
            "redirects a call elsewhere",
            FAILS,
            peer -> peer.odd((request, wire) -> wire.status(307, "Location: /elsewhere"))),
    CALL_PAGE(
            "answers a call with a web page",
            ENDS,
            peer -> peer.odd((request, wire) -> wire.answer(200, "text/html", "<html>Oops</html>"))),
    CALL_GARBAGE("answers a call with garbage", ENDS, peer -> peer.odd((request, wire) -> wire.json("{\"jsonrpc\":"))),
    CALL_EMPTY("answers a call with an empty body", ENDS, peer -> peer.odd((request, wire) -> wire.json(""))),
    CALL_TRUNCATED(
            "breaks off in the middle of the answer",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\":\"2.0\",");
                wire.close();
            })),
    CALL_STALLS(
            "stalls in the middle of the answer",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{\"jsonrpc\":\"2.0\",");
                wire.freeze();
            })),
    CALL_HEADERS_DRIP(
            "sends the header of the answer byte by byte, for ever",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> drip(wire))),
    OTHER_ID(
            "answers with another id",
            ENDS,
            peer -> peer.odd(
                    (request, wire) -> wire.json(text("4711", request.message().argument())))),
    ANSWER_AS_BATCH(
            "answers in a batch",
            ENDS,
            peer -> peer.odd((request, wire) -> wire.json(
                    "[" + text(request.message().id(), request.message().argument()) + "]"))),
    BODY_WITHOUT_END(
            "answers with a body that never ends",
            ENDS,
            peer -> peer.odd((request, wire) -> {
                wire.raw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
                String chunk = "100000\r\n" + "x".repeat(0x100000) + "\r\n";
                IntStream.range(0, 200).forEach(i -> wire.raw(chunk));
            })),
    UNASKED_GZIP(
            "compresses what nobody wanted compressed",
            ENDS,
            peer -> peer.odd((request, wire) -> wire.json("\u001f\u008b not even gzip", "Content-Encoding: gzip"))),
    TOOL_ERROR(
            "answers that the tool failed",
            FAILS,
            peer -> peer.odd((request, wire) -> peer.answer(
                    request, wire, "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no such file\"}]}"))),

    // ---- in a stream

    SSE(
            "answers as a stream of events",
            SERVES,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.event(text(request.message().id(), request.message().argument()));
                wire.close();
            })),
    SSE_STAYS_OPEN(
            "answers in a stream that stays open",
            SERVES,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.event(text(request.message().id(), request.message().argument()));
                wire.freeze();
            })),
    SSE_ODD_FORM(
            "writes its events as oddly as is allowed",
            SERVES,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw(
                        "\ufeff: hello\r\r\nretry: soon\nid: \u0000\nevent\ndata\n\nevent: other\ndata: {}\n\nfield: x\n:\n");
                wire.raw("data:"
                        + text(request.message().id(), request.message().argument())
                                .replace(",", ",\r\ndata: ") + "\r\n\r\n");
                wire.close();
            })),
    SSE_STRAYS(
            "sends what belongs to others before the answer",
            SERVES,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.event("not json");
                wire.event("[]");
                wire.event(text("4711", quoted("for nobody")));
                wire.event(notification("notifications/progress", "{\"progressToken\":\"nobody\",\"progress\":1}"));
                wire.event(text(request.message().id(), request.message().argument()));
                wire.event(text(request.message().id(), quoted("the second answer")));
                wire.close();
            })),
    SSE_ENDS(
            "ends the stream without an answer",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw(": soon\n\n");
                wire.close();
            })),
    SSE_HALF(
            "ends the stream in the middle of the answer",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw("data: "
                        + text(request.message().id(), request.message().argument()) + "\n");
                wire.close();
            })),
    SSE_RESET(
            "breaks the stream off",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw("id: 1\n: soon\n\n");
                wire.reset();
            })),
    SSE_COMMENTS(
            "sends comments for ever",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                while (wire.pause(20)) {
                    wire.raw(": still here\n\n");
                }
            })),
    SSE_PROGRESS(
            "sends progress for ever",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                for (int i = 0; wire.pause(20); i++) {
                    wire.event(notification(
                            "notifications/progress",
                            "{\"progressToken\":" + request.message().progressToken() + ",\"progress\":" + i + "}"));
                }
            })),
    SSE_FLOOD(
            "sends twenty thousand notifications before the answer",
            SERVES,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                String event = "data: "
                        + notification(
                                "notifications/message", "{\"level\":\"debug\",\"data\":\"" + "l".repeat(200) + "\"}")
                        + "\n\n";
                IntStream.range(0, 200).forEach(i -> wire.raw(event.repeat(100)));
                wire.event(text(request.message().id(), request.message().argument()));
                wire.close();
            })),
    SSE_GIANT(
            "answers with an event of 20 MB",
            ENDS,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.event(text(request.message().id(), quoted("x".repeat(20 << 20))));
                wire.close();
            })),
    SSE_LINE_WITHOUT_END(
            "sends a line that never ends",
            ENDS,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw("data: ");
                String megabyte = "x".repeat(1 << 20);
                IntStream.range(0, 200).forEach(i -> wire.raw(megabyte));
            })),
    SSE_RESUMES("ends the stream, and has the answer for who comes back for it", SERVES, peer -> {
        AtomicReference<Request> open = new AtomicReference<>();
        peer.odd((request, wire) -> {
            open.set(request.message());
            wire.events();
            wire.raw("id: event-7\nretry: 200\ndata:\n\n");
            wire.close();
        });
        peer.on("GET", (request, wire) -> {
            if (request.header("last-event-id").equals("event-7")) {
                wire.events();
                wire.event(text(open.get().id(), open.get().argument()));
                wire.close();
            } else {
                wire.status(405);
            }
        });
    }),
    SSE_NEVER_RESUMES("ends the stream, and again each time that somebody comes back", UNKNOWN, peer -> {
        peer.odd((request, wire) -> resumable(wire));
        peer.on("GET", (request, wire) -> resumable(wire));
    }),
    SSE_RESUME_REFUSED(
            "ends the stream, and has nothing for who comes back",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> resumable(wire))),
    SSE_RETRY_IN_A_YEAR(
            "ends the stream and asks to come back in a year",
            UNKNOWN,
            peer -> peer.odd((request, wire) -> {
                wire.events();
                wire.raw("id: event-7\nretry: 31536000000\ndata:\n\n");
                wire.close();
            })),
    SSE_ASKS_BACK("asks in the stream for what nobody offered", SERVES, peer -> {
        Set<String> replies = ConcurrentHashMap.newKeySet();
        peer.on("", (request, wire) -> {
            replies.add(request.message().id());
            wire.status(202);
        });
        peer.odd((request, wire) -> {
            wire.events();
            wire.event(Replies.request("\"a\"", "ping", "{}"));
            wire.event(Replies.request("7", "sampling/createMessage", "{\"messages\":[]}"));
            wire.event(Replies.request("8", "no/such/method", "null"));
            while (replies.size() < 3 && wire.pause(20)) {
                wire.raw(": waiting\n\n");
            }
            wire.event(text(request.message().id(), request.message().argument()));
            wire.close();
        });
    }),

    // ---- connections

    // A request that meets the end of its connection is in doubt, and nobody may send it again.
    CLOSES_UNSAID("closes each connection after the answer, without saying so", ENDS, peer -> {
        peer.on("tools/list", (request, wire) -> {
            peer.answer(request, wire, page(List.of(tool("echo"), tool("odd"))));
            wire.close();
        });
        peer.on("tools/call", (request, wire) -> {
            peer.echo(request, wire);
            wire.close();
        });
    }),
    DELETE_HANGS(
            "never answers the end of the session",
            SERVES,
            peer -> peer.on("DELETE", (request, wire) -> wire.freeze())),
    DELETE_405("knows no end of sessions", SERVES, peer -> peer.on("DELETE", (request, wire) -> wire.status(405)));

    final String what;
    final Expected expected;
    private final Consumer<HttpPeer> fault;

    HttpFault(String what, Expected expected, Consumer<HttpPeer> fault) {
        this.what = what;
        this.expected = expected;
        this.fault = fault;
    }

    void plant(HttpPeer peer) {
        fault.accept(peer);
    }

    private static void all(HttpPeer peer, int status) {
        List.of("server/discover", "initialize", "tools/list", "tools/call", "GET", "DELETE")
                .forEach(what -> peer.on(what, (request, wire) -> wire.status(status)));
    }

    private static void drip(Wire wire) {
        wire.raw("HTTP/1.1 200 OK\r\nX-Slow: ");
        while (wire.pause(50)) {
            wire.raw("x");
        }
    }

    private static void resumable(Wire wire) {
        wire.events();
        wire.raw("id: event-7\nretry: 50\ndata:\n\n");
        wire.close();
    }
}
