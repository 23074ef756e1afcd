package planted.llm;

import java.util.List;
import org.slf4j.Logger;

public final class ReturnsForeign {
    public List<? extends Logger> loggers() {
        return List.of();
    }
}
