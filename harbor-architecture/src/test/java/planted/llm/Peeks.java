package planted.llm;

import planted.tool.internal.Secret;

final class Peeks {
    Secret secret = new Secret();
}
