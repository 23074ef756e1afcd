package planted.llm;

import org.slf4j.Logger;

public abstract class ExtendsForeign implements Comparable<Logger> {}
