package dev.harbor.tools.mcp.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Puts how a client came through a fault into a few words, those that are bad in bold. */
final class FaultCell {

    private FaultCell() {}

    static String of(Trial.Verdict raw, Expected expected) {
        return cell(raw.without(FaultCell::endsByItself), expected);
    }

    static boolean isBad(String cell) {
        return cell.startsWith("**");
    }

    /** The HTTP client of the JDK ends its threads, and with them its connections, a minute after nobody uses it any more. */
    private static boolean endsByItself(List<String> leaks, String leak) {
        boolean isOfClient = leak.startsWith("thread 'HttpClient-");
        boolean usesClient = leaks.stream().anyMatch(each -> each.startsWith("thread 'HttpClient-"));
        return isOfClient || (usesClient && leak.equals("channel"));
    }

    private static String cell(Trial.Verdict verdict, Expected expected) {
        List<String> words = new ArrayList<>();
        if (!verdict.hung().isEmpty()) {
            words.add("hung in the " + verdict.hung());
        }
        if (!verdict.isRefused()
                && !verdict.alive()
                && expected != Expected.DEAF
                && verdict.hung().isEmpty()) {
            words.add("dead");
        }
        if (verdict.isRefused() && expected != Expected.REFUSED && expected != Expected.ENDS) {
            words.add("can't use it");
        }
        if (expected == Expected.SERVES
                && !verdict.isRefused()
                && verdict.hung().isEmpty()
                && !verdict.odd().equals("answered")) {
            words.add("no answer");
        }
        if (!verdict.leaks().isEmpty()) {
            words.add("leaks " + kinds(verdict.leaks()));
        }
        return words.isEmpty() ? fine(verdict) : "**" + String.join(", ", words) + "**";
    }

    private static String kinds(List<String> leaks) {
        long threads = leaks.stream().filter(leak -> leak.startsWith("thread")).count();
        long processes = leaks.stream().filter(leak -> leak.equals("process")).count();
        List<String> kinds = new ArrayList<>();
        if (threads > 0) {
            kinds.add(String.format(Locale.ROOT, "%d thread%s", threads, threads == 1 ? "" : "s"));
        }
        if (processes > 0) {
            kinds.add(String.format(Locale.ROOT, "%d process%s", processes, processes == 1 ? "" : "es"));
        }
        return kinds.isEmpty() ? "a channel" : String.join(" and ", kinds);
    }

    private static String fine(Trial.Verdict verdict) {
        if (verdict.isRefused()) {
            return "refused";
        }
        return verdict.odd().startsWith("unknown")
                ? "unknown"
                : verdict.odd().startsWith("answered") ? "serves" : "fails";
    }
}
