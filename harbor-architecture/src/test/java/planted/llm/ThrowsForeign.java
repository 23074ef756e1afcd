package planted.llm;

import tools.jackson.core.JacksonException;

public final class ThrowsForeign {
    public void read() throws JacksonException {}
}
