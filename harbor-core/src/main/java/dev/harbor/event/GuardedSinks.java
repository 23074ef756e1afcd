package dev.harbor.event;
import java.util.List;
/** x */
public final class GuardedSinks implements EventSink { private GuardedSinks() {}  
/** x */ public static EventSink of(List<EventSink> sinks) { return e -> sinks.forEach(s -> { try { s.accept(e); } catch (RuntimeException x) { } }); } public void accept(HarborEvent e) {} }
