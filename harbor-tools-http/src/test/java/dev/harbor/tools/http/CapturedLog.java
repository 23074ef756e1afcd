package dev.harbor.tools.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** Is everything that is logged while it is open, whoever logs it and however little it matters, with the traces of what was thrown. */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Level before = root.getLevel();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    static CapturedLog begin() {
        CapturedLog log = new CapturedLog();
        log.setContext(log.root.getLoggerContext());
        log.start();
        log.root.addAppender(log);
        log.root.setLevel(Level.TRACE);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLoggerName() + " " + event.getFormattedMessage() + " " + event.getMDCPropertyMap());
        if (event.getThrowableProxy() != null) {
            lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
    }

    String text() {
        return String.join("\n", lines);
    }

    @Override
    public void close() {
        root.detachAppender(this);
        root.setLevel(before);
        stop();
    }
}
