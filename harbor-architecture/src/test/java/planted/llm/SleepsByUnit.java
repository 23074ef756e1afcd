package planted.llm;

import java.util.concurrent.TimeUnit;

final class SleepsByUnit {
    void pause() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }
}
