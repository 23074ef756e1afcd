package planted.llm;

import org.slf4j.Logger;

public abstract class HoldsForeign {
    protected final Logger[] loggers = {};
}
