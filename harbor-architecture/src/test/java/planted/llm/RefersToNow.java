package planted.llm;

import java.time.LocalDate;
import java.util.function.Supplier;

final class RefersToNow {
    Supplier<LocalDate> now = LocalDate::now;
}
