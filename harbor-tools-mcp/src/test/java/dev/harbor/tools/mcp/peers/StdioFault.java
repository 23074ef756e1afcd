package dev.harbor.tools.mcp.peers;

import static dev.harbor.tools.mcp.peers.Expected.ENDS;
import static dev.harbor.tools.mcp.peers.Expected.FAILS;
import static dev.harbor.tools.mcp.peers.Expected.REFUSED;
import static dev.harbor.tools.mcp.peers.Expected.SERVES;
import static dev.harbor.tools.mcp.peers.Expected.UNKNOWN;
import static dev.harbor.tools.mcp.peers.Replies.LEGACY;
import static dev.harbor.tools.mcp.peers.Replies.initialized;
import static dev.harbor.tools.mcp.peers.Replies.notification;
import static dev.harbor.tools.mcp.peers.Replies.page;
import static dev.harbor.tools.mcp.peers.Replies.quoted;
import static dev.harbor.tools.mcp.peers.Replies.text;
import static dev.harbor.tools.mcp.peers.Replies.tool;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ways in which a server over stdio goes wrong. Each is planted into a server that is whole otherwise. */
enum StdioFault {

    // ---- none: what the others are measured by

    NONE("none", SERVES, peer -> {}),

    // ---- at the start

    NEVER_ANSWERS("never answers anything", REFUSED, peer -> {
        peer.on("server/discover", request -> {});
        peer.on("initialize", request -> {});
    }),
    SILENT_TO_PROBE(
            "does not answer the probe for the newest version",
            SERVES,
            peer -> peer.on("server/discover", request -> {})),
    DIES_AT_START("ends at once, with words on stderr", REFUSED, peer -> {
        peer.complain("cannot open the database");
        peer.die(3);
    }),
    DIES_IN_HANDSHAKE("ends when it is initialized", REFUSED, peer -> {
        peer.on("initialize", request -> peer.die(4));
    }),
    DIES_OF_PROBE_ONCE("ends of a message that it doesn't know, and serves when started again", ENDS, peer -> {
        long generation = peer.generation();
        peer.on("server/discover", request -> {
            if (generation == 1) {
                peer.die(5);
            }
            peer.send(Replies.error(request.id(), -32601, "Method not found"));
        });
    }),
    BANNER("prints a banner on stdout", SERVES, peer -> peer.raw("""
            ===================================
             Peer server 1.0, listening
            [debug] {not json}
            {"level":"info","msg":"json, but no message"}

            null
            [1,2,3]
            "text"
            """.getBytes(StandardCharsets.UTF_8))),
    BYTE_ORDER_MARK(
            "begins with a byte order mark",
            SERVES,
            peer -> peer.raw(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF})),
    WRONG_VERSION(
            "speaks a version that nobody knows",
            REFUSED,
            peer -> peer.on("initialize", request -> peer.answer(request, initialized("1999-01-01")))),
    OLD_VERSION(
            "speaks 2024-11-05",
            ENDS,
            peer -> peer.on("initialize", request -> peer.answer(request, initialized("2024-11-05")))),
    WRONG_HANDSHAKE(
            "answers the handshake with a string",
            REFUSED,
            peer -> peer.on("initialize", request -> peer.answer(request, quoted("yes")))),
    REFUSES_HANDSHAKE(
            "answers the handshake with an error",
            REFUSED,
            peer -> peer.on("initialize", request -> peer.send(Replies.error(request.id(), -32000, "No licence")))),
    UNKNOWN_MODERN("speaks modern versions only, none that we know", REFUSED, peer -> {
        peer.on(
                "server/discover",
                request -> peer.send(
                        "{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                                + ",\"error\":{\"code\":-32022,\"message\":\"Unsupported\",\"data\":{\"supported\":[\"2031-01-01\"]}}}"));
        peer.on("initialize", request -> peer.send(Replies.error(request.id(), -32601, "Method not found")));
    }),
    MODERN("speaks 2026-07-28 only", SERVES, StdioFault::modern),
    MODERN_ELSE_UNKNOWN("speaks 2026-07-28, and answers with a type of result that nobody knows", FAILS, peer -> {
        modern(peer);
        peer.odd(request -> peer.answer(request, "{\"resultType\":\"maybe\",\"content\":[]}"));
    }),
    CLOSES_STDERR("closes stderr", SERVES, peer -> System.err.close()),
    STDERR_FLOOD("writes 4 MB to stderr before it serves", SERVES, peer -> {
        String line = "x".repeat(8190);
        IntStream.range(0, 512).forEach(i -> peer.complain(line));
    }),
    STDERR_WITHOUT_END("writes 4 MB to stderr without a line end", SERVES, peer -> {
        String part = "x".repeat(8192);
        IntStream.range(0, 512).forEach(i -> System.err.print(part));
        System.err.flush();
    }),

    // ---- the list

    LIST_NEVER("never lists its tools", REFUSED, peer -> peer.on("tools/list", request -> {})),
    LIST_FAILS(
            "answers the list with an error",
            REFUSED,
            peer -> peer.on("tools/list", request -> peer.send(Replies.error(request.id(), -32603, "Internal error")))),
    LIST_IS_NO_LIST(
            "lists a number",
            REFUSED,
            peer -> peer.on("tools/list", request -> peer.answer(request, "{\"tools\":17}"))),
    ENDLESS_PAGES("has always one more page", SERVES, peer -> {
        int[] page = {0};
        peer.on("tools/list", request -> peer.answer(request, page(tools(page[0]), quoted("page-" + ++page[0]))));
    }),
    REPEATED_CURSOR(
            "gives the same cursor for ever",
            ENDS,
            peer -> peer.on("tools/list", request -> peer.answer(request, page(tools(0), quoted("again"))))),
    EMPTY_CURSOR(
            "has a second page whose cursor is empty",
            SERVES,
            peer -> peer.on("tools/list", request -> {
                boolean second = request.param("cursor").equals("\"\"");
                peer.answer(request, second ? page(List.of(tool("odd"))) : page(List.of(tool("echo")), "\"\""));
            })),
    ODD_CURSOR(
            "gives a number for a cursor",
            ENDS,
            peer -> peer.on("tools/list", request -> peer.answer(request, page(tools(0), "17")))),
    ODD_TOOLS(
            "lists tools without names, schemas, or sense",
            SERVES,
            peer -> peer.on(
                    "tools/list",
                    request -> peer.answer(
                            request,
                            page(List.of(
                                    "{}",
                                    "{\"name\":\"\"}",
                                    "{\"name\":17,\"inputSchema\":{\"type\":\"object\"}}",
                                    "{\"name\":\"no_schema\"}",
                                    "{\"name\":\"schema_is_text\",\"inputSchema\":\"object\"}",
                                    "{\"name\":\"schema_is_null\",\"inputSchema\":null}",
                                    "{\"name\":\"schema_of_array\",\"inputSchema\":{\"type\":\"array\"}}",
                                    "{\"name\":\"unknown_type\",\"inputSchema\":{\"type\":\"objekt\"}}",
                                    "{\"name\":\"bad_pattern\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(\"}}}}",
                                    "{\"name\":\"remote_ref\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"http://127.0.0.1:9/x\"}}}}",
                                    "{\"name\":\"odd_hints\",\"annotations\":\"all\",\"_meta\":7,\"icons\":{},\"execution\":[],\"inputSchema\":{\"type\":\"object\"}}",
                                    "{\"name\":\"\\u0000\\u202e\\u001b[31m\",\"inputSchema\":{\"type\":\"object\"}}",
                                    "{\"name\":\"" + "n".repeat(5000) + "\",\"inputSchema\":{\"type\":\"object\"}}",
                                    "null",
                                    "17",
                                    "\"echo\"",
                                    "[]",
                                    tool("echo"),
                                    tool("odd")))))),
    EVERY_KEYWORD("lists tools whose schemas use whatever is allowed", SERVES, peer -> peer.on("tools/list", request -> peer.answer(
            request, page(Stream.concat(Schemas.tools(), Stream.of(tool("echo"), tool("odd"))).toList())))),
    SAME_NAMES(
            "lists every tool three times",
            ENDS,
            peer -> peer.on(
                    "tools/list",
                    request ->
                            peer.answer(request, page(List.of(tool("echo"), tool("odd"), tool("odd"), tool("odd")))))),
    TEN_THOUSAND_TOOLS(
            "lists ten thousand tools",
            SERVES,
            peer -> peer.on(
                    "tools/list",
                    request -> peer.answer(
                            request,
                            page(IntStream.range(0, 10_000)
                                    .mapToObj(i -> i == 0 ? tool("echo") : i == 1 ? tool("odd") : tool("tool" + i))
                                    .toList())))),
    LONG_DESCRIPTION(
            "describes a tool in a megabyte",
            SERVES,
            peer -> peer.on(
                    "tools/list",
                    request -> peer.answer(
                            request,
                            page(List.of(
                                    "{\"name\":\"long\",\"description\":\"" + "d".repeat(1 << 20)
                                            + "\",\"inputSchema\":{\"type\":\"object\"}}",
                                    tool("echo"),
                                    tool("odd")))))),
    DEEP_SCHEMA(
            "has a schema of five thousand levels",
            ENDS,
            peer -> peer.on(
                    "tools/list",
                    request -> peer.answer(
                            request,
                            page(List.of(
                                    "{\"name\":\"deep\",\"inputSchema\":"
                                            + "{\"type\":\"object\",\"properties\":{\"a\":".repeat(5000) + "{}"
                                            + "}}".repeat(5000) + "}",
                                    tool("echo"),
                                    tool("odd")))))),
    LIST_CHANGED_STORM(
            "says 2000 times that its list has changed",
            SERVES,
            peer -> peer.on(
                    "notifications/initialized",
                    request -> IntStream.range(0, 2000)
                            .forEach(i -> peer.send(notification("notifications/tools/list_changed", "{}"))))),
    LIST_CHANGES_FOR_EVER(
            "changes its list whenever it is asked for it",
            SERVES,
            peer -> peer.on("tools/list", request -> {
                peer.answer(request, page(tools(0)));
                peer.send(notification("notifications/tools/list_changed", "{}"));
            })),

    // ---- in a call

    CALL_NEVER("never answers a call", UNKNOWN, peer -> peer.odd(request -> {})),
    ANSWERS_LATE("answers when the call was given up", UNKNOWN, peer -> {
        Request[] open = {null};
        peer.odd(request -> open[0] = request);
        peer.on("notifications/cancelled", request -> peer.send(text(open[0].id(), quoted("too late"))));
    }),
    DIES_IN_CALL(
            "ends in the middle of a call",
            UNKNOWN,
            peer -> peer.odd(request -> {
                peer.complain("segmentation fault");
                peer.die(7);
            })),
    EXITS_IN_CALL("exits without a complaint in a call", UNKNOWN, peer -> peer.odd(request -> peer.die(0))),
    HALF_A_LINE(
            "ends after half of the answer",
            UNKNOWN,
            peer -> peer.odd(request -> {
                byte[] whole = text(request.id(), request.argument()).getBytes(StandardCharsets.UTF_8);
                peer.raw(java.util.Arrays.copyOf(whole, whole.length / 2));
                peer.die(8);
            })),
    HALF_A_LINE_AND_SILENCE("says half of the answer, and the rest of the line much later", UNKNOWN, peer -> {
        peer.odd(request -> peer.raw("{\"jsonrpc\":\"2.0\",\"id\":".getBytes(StandardCharsets.UTF_8)));
        peer.on("notifications/cancelled", request -> peer.raw("\n".getBytes(StandardCharsets.UTF_8)));
    }),
    BYTE_BY_BYTE(
            "answers byte by byte",
            SERVES,
            peer -> peer.odd(request -> {
                for (byte b : (text(request.id(), request.argument()) + "\n").getBytes(StandardCharsets.UTF_8)) {
                    peer.raw(new byte[] {b});
                }
            })),
    LINE_ENDS_OF_WINDOWS(
            "ends its lines with CR LF",
            SERVES,
            peer -> peer.odd(request -> peer.send(text(request.id(), request.argument()) + "\r"))),
    OVER_SEVERAL_LINES(
            "spreads the answer over several lines",
            UNKNOWN,
            peer -> peer.odd(
                    request -> peer.send(text(request.id(), request.argument()).replace(",", ",\n  ")))),
    GIANT_LINE(
            "answers with 20 MB",
            ENDS,
            peer -> peer.odd(request -> peer.send(text(request.id(), quoted("x".repeat(20 << 20)))))),
    TOO_LARGE_A_LINE(
            "answers with 80 MB",
            ENDS,
            peer -> peer.odd(request -> {
                peer.raw(("{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"")
                        .getBytes(StandardCharsets.UTF_8));
                byte[] megabyte = "x".repeat(1 << 20).getBytes(StandardCharsets.UTF_8);
                IntStream.range(0, 80).forEach(i -> peer.raw(megabyte));
                peer.send("\"}]}}");
            })),
    GARBAGE_BETWEEN(
            "prints garbage before the answer and in the midst of lines",
            SERVES,
            peer -> peer.odd(request -> {
                peer.send("npm WARN deprecated");
                peer.send("\u0000\u0001\u0002");
                peer.send("}{");
                peer.send("{\"jsonrpc\":\"2.0\",\"id\":");
                peer.send("\"");
                peer.send("[");
                peer.send("true");
                peer.echo(request);
            })),
    MUTATIONS(
            "prints two thousand messages with errors in them before the answer",
            SERVES,
            peer -> peer.odd(request -> {
                java.util.Random random = new java.util.Random(7);
                String whole = text("\"nobody\"", quoted("for nobody"));
                for (int i = 0; i < 2000; i++) {
                    int at = random.nextInt(whole.length());
                    int end = Math.min(whole.length(), at + random.nextInt(9));
                    char odd = "{}[]\",:\\ 0e.\u0000\u00e4".charAt(random.nextInt(14));
                    peer.send(whole.substring(0, at) + odd + whole.substring(end));
                }
                peer.echo(request);
            })),
    BINARY(
            "prints binary data before the answer",
            SERVES,
            peer -> peer.odd(request -> {
                byte[] bytes = new byte[100_000];
                new java.util.Random(7).nextBytes(bytes);
                bytes[bytes.length - 1] = '\n';
                peer.raw(bytes);
                peer.echo(request);
            })),
    INVALID_UTF8(
            "answers with bytes that are no UTF-8",
            ENDS,
            peer -> peer.odd(request -> {
                peer.raw(("{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                                + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"")
                        .getBytes(StandardCharsets.UTF_8));
                peer.raw(new byte[] {(byte) 0xC3, (byte) 0x28, (byte) 0xFF, (byte) 0xED, (byte) 0xA0, (byte) 0x80});
                peer.send("\"}]}}");
            })),
    LONE_SURROGATE(
            "answers with half a character",
            ENDS,
            peer -> peer.odd(request -> peer.send(text(request.id(), "\"\\ud800\"")))),
    UNKNOWN_IDS(
            "answers requests that nobody made",
            SERVES,
            peer -> peer.odd(request -> {
                List.of("4711", "\"abc\"", "-1", "0", "null", "true", "[]", "{}", "1.5", "\"\"")
                        .forEach(id -> peer.send(text(id, quoted("for nobody"))));
                peer.send("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}");
                peer.send("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}");
                peer.echo(request);
            })),
    OUT_OF_ORDER("answers calls in heaps of eight, the last first", SERVES, peer -> {
        List<Request> heap = new java.util.ArrayList<>();
        peer.odd(request -> {
            if (!request.argument().startsWith("\"heap")) {
                peer.echo(request);
                return;
            }
            heap.add(0, request);
            if (heap.size() == 8) {
                heap.forEach(peer::echo);
                heap.clear();
            }
        });
    }),
    ANSWERS_TWICE(
            "answers twice",
            SERVES,
            peer -> peer.odd(request -> {
                peer.echo(request);
                peer.send(text(request.id(), quoted("the second answer")));
                peer.send(Replies.error(request.id(), -32603, "the third"));
            })),
    BATCH(
            "answers in a batch, with a notification",
            SERVES,
            peer -> peer.odd(
                    request -> peer.send("[" + notification("notifications/message", "{\"level\":\"info\",\"data\":1}")
                            + "," + text(request.id(), request.argument()) + "]"))),
    EMPTY_BATCH(
            "sends an empty batch, and one of batches",
            SERVES,
            peer -> peer.odd(request -> {
                peer.send("[]");
                peer.send("[[[]]]");
                peer.echo(request);
            })),
    ID_OF_OTHER_TYPE(
            "answers with the id as another type",
            ENDS,
            peer -> peer.odd(request -> peer.send(text(
                    request.id().startsWith("\"") ? Members.unquoted(request.id()) : quoted(request.id()),
                    request.argument())))),
    ID_WITH_FRACTION(
            "answers with the id as a fraction",
            ENDS,
            peer -> peer.odd(request -> peer.send(
                    text(request.id().startsWith("\"") ? request.id() : request.id() + ".0", request.argument())))),
    HUGE_NUMBERS(
            "uses ids and numbers of any size",
            SERVES,
            peer -> peer.odd(request -> {
                peer.send(text("9".repeat(400), quoted("for nobody")));
                peer.send(text("1e400", quoted("for nobody")));
                peer.send(text("-1e-400", quoted("for nobody")));
                peer.send(notification(
                        "notifications/progress", "{\"progressToken\":1e999,\"progress\":" + "9".repeat(50_000) + "}"));
                peer.answer(
                        request,
                        "{\"content\":[{\"type\":\"text\",\"text\":" + request.argument()
                                + "}],\"_meta\":{\"n\":1e400,\"m\":" + "7".repeat(900) + "}}");
            })),
    DEEP_NESTING(
            "answers with a hundred thousand levels",
            ENDS,
            peer -> peer.odd(request ->
                    peer.answer(request, "{\"content\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"))),
    DEEP_NOISE(
            "sends deep notifications and unclosed brackets",
            SERVES,
            peer -> peer.odd(request -> {
                peer.send(notification(
                        "notifications/message", "{\"data\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"));
                peer.send("[".repeat(200_000));
                peer.send("{\"a\":".repeat(100_000));
                peer.echo(request);
            })),
    RESULT_AND_ERROR(
            "answers with a result and an error",
            ENDS,
            peer -> peer.odd(request -> peer.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\"result\":"
                    + text(request.argument()) + ",\"error\":{\"code\":-1,\"message\":\"both\"}}"))),
    NEITHER(
            "answers with neither a result nor an error",
            ENDS,
            peer -> peer.odd(request -> peer.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + "}"))),
    NULL_RESULT("answers with null", ENDS, peer -> peer.odd(request -> peer.answer(request, "null"))),
    RESULT_IS_TEXT(
            "answers with a string for a result",
            FAILS,
            peer -> peer.odd(request -> peer.answer(request, quoted("done")))),
    OTHER_JSONRPC(
            "answers by another version of JSON-RPC",
            ENDS,
            peer -> peer.odd(
                    request -> peer.send(text(request.id(), request.argument()).replace("\"2.0\"", "\"1.0\"")))),
    DUPLICATE_KEYS(
            "answers with two ids in one message",
            ENDS,
            peer -> peer.odd(request ->
                    peer.send(text(request.id(), request.argument()).replace("\"result\"", "\"id\":4711,\"result\"")))),
    ODD_ERROR(
            "answers with an error that is a string",
            FAILS,
            peer -> peer.odd(
                    request -> peer.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.id() + ",\"error\":\"no\"}"))),
    ERROR_WITHOUT_CODE(
            "answers with an error of odd members",
            FAILS,
            peer -> peer.odd(request -> peer.send("{\"jsonrpc\":\"2.0\",\"id\":" + request.id()
                    + ",\"error\":{\"code\":\"x\",\"message\":[1],\"data\":" + "9".repeat(2000) + "}}"))),
    PROTOCOL_ERROR(
            "answers with an error of the protocol",
            FAILS,
            peer -> peer.odd(request -> peer.send(Replies.error(request.id(), -32602, "Unknown tool")))),
    TOOL_ERROR(
            "answers that the tool failed",
            FAILS,
            peer -> peer.odd(request -> peer.answer(
                    request, "{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no such file\"}]}"))),
    UNKNOWN_BLOCK(
            "answers with a block of an unknown type",
            ENDS,
            peer -> peer.odd(request -> peer.answer(
                    request,
                    "{\"content\":[{\"type\":\"hologram\",\"data\":{\"x\":1}},{\"type\":\"text\",\"text\":"
                            + request.argument() + "}]}"))),
    ODD_BLOCKS(
            "answers with blocks of no sense",
            ENDS,
            peer -> peer.odd(
                    request -> peer.answer(
                            request,
                            "{\"content\":[{\"type\":\"image\",\"data\":\"not base64!\",\"mimeType\":7},{\"type\":\"text\"},{},null,3]}"))),
    CONTENT_IS_TEXT(
            "answers with content that is a string",
            ENDS,
            peer -> peer.odd(request -> peer.answer(request, "{\"content\":\"done\"}"))),
    WRONG_STRUCTURE("answers with a structure that its own schema forbids", FAILS, peer -> {
        String schema =
                "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]},\"inputSchema\"";
        peer.on(
                "tools/list",
                request -> peer.answer(
                        request, page(List.of(tool("echo"), tool("odd").replace("\"inputSchema\"", schema)))));
        peer.odd(request -> peer.answer(request, "{\"content\":[],\"structuredContent\":{\"n\":\"many\"}}"));
    }),
    LOG_FLOOD(
            "sends twenty thousand notifications before the answer",
            SERVES,
            peer -> peer.odd(request -> {
                String line = notification(
                                "notifications/message", "{\"level\":\"debug\",\"data\":\"" + "l".repeat(200) + "\"}")
                        + "\n";
                byte[] hundred = line.repeat(100).getBytes(StandardCharsets.UTF_8);
                IntStream.range(0, 200).forEach(i -> peer.raw(hundred));
                peer.echo(request);
            })),
    NEWS_OF_THE_DEAD(
            "sends progress and cancellations of calls that are over",
            SERVES,
            peer -> peer.odd(request -> {
                peer.echo(request);
                peer.send(notification(
                        "notifications/progress",
                        "{\"progressToken\":" + request.progressToken() + ",\"progress\":1}"));
                peer.send(
                        notification("notifications/progress", "{\"progressToken\":\"nobody\",\"progress\":\"much\"}"));
                peer.send(notification("notifications/progress", "[]"));
                peer.send(notification("notifications/cancelled", "{\"requestId\":" + request.id() + "}"));
                peer.send(notification("notifications/cancelled", "{\"requestId\":{}}"));
                peer.send(notification("notifications/unheard/of", "null"));
            })),
    PROGRESS_WITHOUT_END("sends progress and no answer", UNKNOWN, peer -> {
        List<Request> open = Collections.synchronizedList(new java.util.ArrayList<>());
        peer.odd(open::add);
        peer.on("notifications/cancelled", request -> open.clear());
        Thread ticker = new Thread(() -> progress(peer, open));
        ticker.setDaemon(true);
        ticker.start();
    }),
    ASKS_BACK("asks for what nobody offered, and waits for the replies", SERVES, peer -> {
        Request[] open = {null};
        int[] replies = {0};
        peer.odd(request -> {
            open[0] = request;
            peer.send(Replies.request("\"a\"", "ping", "{}"));
            peer.send(Replies.request("1e2", "ping", "{}"));
            peer.send(Replies.request("-7", "sampling/createMessage", "{\"messages\":[]}"));
            peer.send(Replies.request("\"\"", "roots/list", "null"));
            peer.send(Replies.request("8", "elicitation/create", "[]"));
            peer.send(Replies.request("9", "no/such/method", "17"));
        });
        peer.on("", request -> {
            if (++replies[0] == 6) {
                peer.echo(open[0]);
            }
        });
    }),
    CLOSES_STDOUT(
            "closes stdout and lives on",
            UNKNOWN,
            peer -> peer.odd(request -> {
                peer.close();
                peer.freeze();
            })),
    STOPS_READING("reads nothing more", Expected.DEAF, peer -> peer.odd(request -> peer.freeze())),

    // ---- at the end

    DEAF_TO_SIGTERM("ignores the end of its input, and SIGTERM", SERVES, peer -> {
        peer.ignoreTermination();
        Thread stays = new Thread(peer::freeze);
        stays.start();
    }),
    GRANDCHILD("starts a process that inherits its output, and neither ends it", SERVES, StdioPeer::spawn),
    ORPHAN("starts a process that inherits its output, and ends in a call", UNKNOWN, peer -> {
        peer.spawn();
        peer.odd(request -> peer.die(9));
    }),
    EXITS_AFTER_ANSWER(
            "ends after each answer",
            SERVES,
            peer -> peer.on("tools/call", request -> {
                peer.echo(request);
                peer.die(0);
            })),
    VERSION_PER_LIFE("speaks another version after it is started again", UNKNOWN, peer -> {
        long generation = peer.generation();
        peer.on("initialize", request -> peer.answer(request, initialized(generation == 1 ? LEGACY : "2025-06-18")));
        peer.odd(request -> peer.die(1));
    });

    final String what;
    final Expected expected;
    private final Consumer<StdioPeer> fault;

    StdioFault(String what, Expected expected, Consumer<StdioPeer> fault) {
        this.what = what;
        this.expected = expected;
        this.fault = fault;
    }

    void plant(StdioPeer peer) {
        fault.accept(peer);
    }

    private static void modern(StdioPeer peer) {
        peer.on("server/discover", request -> peer.answer(request, Replies.discovered()));
        peer.on("initialize", request -> peer.send(Replies.error(request.id(), -32601, "Method not found")));
    }

    private static List<String> tools(int page) {
        return page == 0 ? List.of(tool("echo"), tool("odd")) : List.of(tool("tool" + page));
    }

    private static void progress(StdioPeer peer, List<Request> open) {
        while (true) {
            java.util.concurrent.locks.LockSupport.parkNanos(50_000_000L);
            for (Request request : List.copyOf(open)) {
                peer.send(notification(
                        "notifications/progress",
                        "{\"progressToken\":" + request.progressToken() + ",\"progress\":" + System.nanoTime() + "}"));
            }
        }
    }
}
