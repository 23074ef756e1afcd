package planted.llm;

import java.time.Instant;

final class ReadsNow {
    Object now() {
        return Instant.now();
    }
}
