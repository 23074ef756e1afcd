package dev.harbor.tools.a2a;

/** Is what can be asked of a peer, with its name in 1.0 and in 0.3. */
enum Operation {
    SEND("SendMessage", "message/send"),
    STREAM("SendStreamingMessage", "message/stream"),
    GET("GetTask", "tasks/get"),
    LIST("ListTasks", "tasks/list"),
    CANCEL("CancelTask", "tasks/cancel"),
    SUBSCRIBE("SubscribeToTask", "tasks/resubscribe"),
    CARD("GetExtendedAgentCard", "agent/getAuthenticatedExtendedCard");

    private final String name;
    private final String oldName;

    Operation(String name, String oldName) {
        this.name = name;
        this.oldName = oldName;
    }

    String method(ProtocolVersion version) {
        return version == ProtocolVersion.V1_0 ? name : oldName;
    }

    boolean isStream() {
        return this == STREAM || this == SUBSCRIBE;
    }

    /** Tells whether it starts work at the peer, so that it is not asked twice. */
    boolean isSending() {
        return this == SEND || this == STREAM;
    }
}
