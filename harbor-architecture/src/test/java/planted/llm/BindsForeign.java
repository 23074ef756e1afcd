package planted.llm;

import org.slf4j.Logger;

public interface BindsForeign<T extends Logger> {}
