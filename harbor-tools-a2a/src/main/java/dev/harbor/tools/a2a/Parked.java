package dev.harbor.tools.a2a;

import dev.harbor.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Is what a call that waits needs to go on, in this process or the next. No credentials.
 *
 * @param interfaceUrl where the task is
 * @param cardDigest the card under which it began
 */
record Parked(
        Kind kind,
        String interfaceUrl,
        String binding,
        String version,
        String tenant,
        String taskId,
        String contextId,
        String messageId,
        String stamp,
        String cardDigest) {

    enum Kind {
        /** A question is open. */
        INPUT,
        /** Somebody has to authorise the agent. */
        AUTH,
        /** The task goes on by itself. */
        DETACHED,
        /** Nothing was sent yet, since the agent did not accept the credentials. */
        UNSENT
    }

    static Parked of(Kind kind, AgentInterface at, RemoteTask task, String messageId, String cardDigest) {
        return new Parked(
                kind,
                at.url().toString(),
                at.binding().text(),
                at.version().text(),
                at.tenant(),
                task.id(),
                task.contextId(),
                messageId,
                task.status().stamp(),
                cardDigest);
    }

    /** Returns the state of a call that has sent nothing. */
    static Parked unsent() {
        return new Parked(Kind.UNSENT, "", "", "", "", "", "", "", "", "");
    }

    Json toJson() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("v", 1);
        members.put("kind", kind.name());
        members.put("url", interfaceUrl);
        members.put("binding", binding);
        members.put("version", version);
        members.put("tenant", tenant);
        members.put("task", taskId);
        members.put("context", contextId);
        members.put("message", messageId);
        members.put("stamp", stamp);
        members.put("card", cardDigest);
        return Json.of(members);
    }

    static Parked read(Json json) {
        Fields fields = Fields.of(json);
        return new Parked(
                Kind.valueOf(fields.textOr("INPUT", "kind")),
                fields.textOr("", "url"),
                fields.textOr("", "binding"),
                fields.textOr("", "version"),
                fields.textOr("", "tenant"),
                fields.textOr("", "task"),
                fields.textOr("", "context"),
                fields.textOr("", "message"),
                fields.textOr("", "stamp"),
                fields.textOr("", "card"));
    }

    /** Returns the place of the task if the card still has it; it is never called where the card does not lead. */
    Optional<AgentInterface> at(List<AgentInterface> listed) {
        return listed.stream()
                .filter(each -> each.url().toString().equals(interfaceUrl)
                        && each.binding().text().equals(binding)
                        && each.version().text().equals(version)
                        && each.tenant().equals(tenant))
                .findFirst();
    }
}
