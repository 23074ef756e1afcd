package planted.llm;

final class HidesInThread {
    final InheritableThreadLocal<String> hidden = new InheritableThreadLocal<>();
}
