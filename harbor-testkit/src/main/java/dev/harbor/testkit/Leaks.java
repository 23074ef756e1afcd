package dev.harbor.testkit;

import dev.harbor.event.CallEvent;
import dev.harbor.event.HarborEvent;
import dev.harbor.identity.Identity;
import dev.harbor.identity.RunIdentity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Finds what an event carries of somebody else. */
final class Leaks {

    /** Shorter texts occur by chance. */
    static final int MIN_LENGTH = 6;

    private Leaks() {}

    static List<String> of(HarborEvent event, Collection<RunIdentity> runs) {
        List<String> leaks = new ArrayList<>();
        if (runs.stream().noneMatch(run -> isOf(event, run))) {
            leaks.add(describe(event) + " belongs to nobody who took part: " + event.identity() + ", run "
                    + event.runId().orElse("none"));
        }
        if (event instanceof CallEvent about && !isOfItsCall(about)) {
            leaks.add(describe(event) + " is about a call of " + about.call().identity() + ", run "
                    + about.call().runId().orElse("none"));
        }
        foreignTexts(event, runs).stream()
                .filter(text -> mentions(event, text))
                .forEach(text -> leaks.add(describe(event) + " mentions " + text));
        return leaks;
    }

    private static boolean isOf(HarborEvent event, RunIdentity run) {
        Optional<String> id = event.runId();
        return event.identity().equals(run.identity())
                && (id.isEmpty() || id.get().equals(run.runId()));
    }

    private static boolean isOfItsCall(CallEvent event) {
        return event.call().identity().equals(event.identity())
                && event.call().runId().equals(event.runId());
    }

    private static Set<String> foreignTexts(HarborEvent event, Collection<RunIdentity> runs) {
        Set<String> foreign = new TreeSet<>();
        runs.forEach(run -> foreign.addAll(texts(run.identity(), Optional.of(run.runId()))));
        foreign.removeAll(texts(event.identity(), event.runId()));
        foreign.removeIf(text -> text.length() < MIN_LENGTH);
        return foreign;
    }

    private static List<String> texts(Identity identity, Optional<String> runId) {
        List<String> texts = new ArrayList<>(List.of(identity.tenant(), identity.user(), identity.session()));
        runId.ifPresent(texts::add);
        return texts;
    }

    /** A text inside a longer word is another one: {@code run-1} does not occur in {@code run-10}. */
    private static boolean mentions(HarborEvent event, String text) {
        return Pattern.compile("(?<![\\w-])" + Pattern.quote(text) + "(?![\\w-])")
                .matcher(event.toString())
                .find();
    }

    private static String describe(HarborEvent event) {
        return "'" + event.type() + "' at " + event.at();
    }
}
