package dev.harbor.tools.mcp;

import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what a server asks the client itself. What was not offered is refused. Thread-safe. */
final class Answering {

    private static final Logger LOG = LoggerFactory.getLogger(McpSource.class);

    /** How many questions that take a model are answered at once. */
    private static final int MOST_SAMPLED = 4;

    private final McpSettings settings;
    private final Semaphore sampled = new Semaphore(MOST_SAMPLED);

    Answering(McpSettings settings) {
        this.settings = settings;
    }

    void answer(Question question) {
        McpSampling sampling = settings.sampling;
        switch (question.method()) {
            case "ping" -> question.answer(Json.EMPTY_OBJECT);
            case "roots/list" -> roots(question);
            case "sampling/createMessage" -> {
                if (sampling == null) {
                    refuse(question);
                } else {
                    sample(question, sampling);
                }
            }
            default -> refuse(question);
        }
    }

    private static void refuse(Question question) {
        question.refuse(RpcError.METHOD_NOT_FOUND, "the client does not offer that");
    }

    private void roots(Question question) {
        if (settings.roots.isEmpty()) {
            refuse(question);
        } else {
            question.answer(rootsAnswer(settings.roots));
        }
    }

    static Json rootsAnswer(List<Path> roots) {
        List<Json> all = roots.stream().map(Answering::root).toList();
        return Json.of(Map.of("roots", all));
    }

    private static Json root(Path path) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("uri", path.toUri().toString());
        root.put("name", String.valueOf(path.getFileName()));
        return Json.of(root);
    }

    /** A model takes its time, in which the thread that reads must not stand still. */
    private void sample(Question question, McpSampling sampling) {
        if (!sampled.tryAcquire()) {
            question.refuse(RpcError.INTERNAL, "the client is busy with other questions");
            return;
        }
        Thread thread = Background.run("harbor-mcp-sampling-" + settings.name, () -> {
            try {
                question.answer(sampling.sample(question.params()));
            } catch (RuntimeException e) {
                LOG.debug("a question of source '{}' was declined", settings.name, e);
                question.refuse(-1, "the client declines");
            } finally {
                sampled.release();
            }
        });
        question.stoppedBy(thread::interrupt);
    }

    /** Answers a question that came inside a result; null if it is none that is answered without a person. */
    static Json answered(McpSettings settings, String method, Json params) throws HarborException {
        McpSampling sampling = settings.sampling;
        if (method.equals("roots/list") && !settings.roots.isEmpty()) {
            return rootsAnswer(settings.roots);
        }
        if (method.equals("sampling/createMessage") && sampling != null) {
            return sampling.sample(params);
        }
        throw LinkFailure.unreadable("the server asks for what the client does not offer: " + Words.line(method), null);
    }
}
