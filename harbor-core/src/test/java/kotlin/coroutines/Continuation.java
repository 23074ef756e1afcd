package kotlin.coroutines;

/**
 * Stands in for Kotlin's type of that name, which its compiler adds as the last parameter of a suspending function.
 *
 * @param <T> what the function returns
 */
public interface Continuation<T> {

    /** Goes on with a result. */
    void resumeWith(T result);
}
