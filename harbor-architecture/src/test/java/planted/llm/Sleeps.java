package planted.llm;

final class Sleeps {
    void pause() throws InterruptedException {
        Thread.sleep(1);
    }
}
