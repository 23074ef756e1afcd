package dev.harbor.examples.quickstart;

/** Says what is wrong with what was asked on the command line, in one line. */
final class WrongUsage extends Exception {

    private static final long serialVersionUID = 1L;

    WrongUsage(String message) {
        super(message);
    }
}
