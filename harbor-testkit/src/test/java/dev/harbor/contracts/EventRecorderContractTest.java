package dev.harbor.contracts;

import dev.harbor.event.EventSink;
import dev.harbor.testkit.EventRecorder;
import dev.harbor.testkit.EventSinkContract;
import java.util.List;

final class EventRecorderContractTest extends EventSinkContract {

    @Override
    protected EventSink create() {
        return EventRecorder.create();
    }

    @Override
    protected List<String> taken(EventSink sink) {
        return ((EventRecorder) sink).types();
    }
}
