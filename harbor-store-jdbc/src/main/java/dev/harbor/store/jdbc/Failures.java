package dev.harbor.store.jdbc;

import dev.harbor.error.ErrorCode;
import dev.harbor.error.StoreException;
import java.sql.SQLException;

/** Makes of what a database says what is thrown. */
final class Failures {

    private Failures() {}

    static StoreException of(String database, String what, SQLException cause) {
        return new StoreException(
                ErrorCode.STORE_FAILED, database + " could not " + what + ": " + cause.getMessage(), cause);
    }

    static StoreException inDoubt(String database, String what, Exception cause) {
        return new StoreException(
                ErrorCode.UNKNOWN_WRITE_OUTCOME,
                database + " was lost while it had to " + what + ", so it is not known whether that was done: "
                        + cause.getMessage(),
                cause);
    }

    static StoreException damaged(String what, String how) {
        return new StoreException(
                ErrorCode.STORE_FAILED, what + " is damaged: " + how + "; nothing was skipped or changed");
    }

    static StoreException damaged(String what, Exception cause) {
        return new StoreException(
                ErrorCode.STORE_FAILED,
                what + " is damaged: " + cause.getMessage() + "; nothing was skipped or changed",
                cause);
    }

    static StoreException closed(String database) {
        return new StoreException(ErrorCode.CLOSED, database + " is closed here");
    }
}
