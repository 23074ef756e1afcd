package dev.harbor.history;

import dev.harbor.pause.Control;
import dev.harbor.pause.ControlKind;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes and reads what is wanted of a run from outside. */
final class ControlJson {

    private ControlJson() {}

    static Map<String, Object> of(Control control) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("control", control.kind().wireName());
        members.put("payload", control.payload());
        members.put("actor", control.actor());
        return members;
    }

    static Control read(Members in, Instant at) {
        return in.checked(data -> new Control(
                ControlKind.valueOf(data.text("control").toUpperCase(Locale.ROOT)),
                data.json("payload"),
                data.text("actor"),
                at));
    }
}
