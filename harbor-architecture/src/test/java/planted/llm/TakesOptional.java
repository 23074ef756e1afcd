package planted.llm;

import java.util.Optional;

public interface TakesOptional {
    void take(Optional<String> name);
}
