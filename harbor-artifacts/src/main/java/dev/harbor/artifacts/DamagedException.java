package dev.harbor.artifacts;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.nio.file.Path;

/** Says that a file of a store is not as it was written. The file is left as it is. */
final class DamagedException extends StoreException {

    private static final long serialVersionUID = 1L;

    DamagedException(Path file, String how) {
        super(ErrorCode.STORE_FAILED, message(file, how));
    }

    DamagedException(Path file, String how, Throwable cause) {
        super(ErrorCode.STORE_FAILED, message(file, how), cause);
    }

    private static String message(Path file, String how) {
        return "a file of the artifact store is damaged: " + how + "; it was left as it is: " + file;
    }
}
