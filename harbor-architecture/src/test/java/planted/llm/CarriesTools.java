package planted.llm;

import planted.tool.Secretless;

final class CarriesTools {
    Secretless tools = new Secretless();
}
