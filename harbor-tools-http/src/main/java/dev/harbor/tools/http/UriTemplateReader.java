package dev.harbor.tools.http;

import dev.harbor.net.Outbound;
import dev.harbor.tool.InvalidToolDefinition;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a template. Confined to one thread. */
final class UriTemplateReader {

    private static final int LONGEST = 4096;
    private static final String NOT_IN_NAMES = "{}+#./;?&=,!@|:*%\"'<>\\^` ";
    private static final String IN_LITERALS = ":/@!$&'()*+,;=?";

    private final String template;
    private final List<Object> pieces = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private boolean inQuery;
    private int at;

    UriTemplateReader(String template) {
        this.template = template;
    }

    UriTemplate read() {
        if (template.length() > LONGEST) {
            throw new InvalidToolDefinition("a URL template has at most " + LONGEST + " characters");
        }
        String origin = origin();
        at = origin.length();
        while (at < template.length()) {
            if (template.charAt(at) == '{') {
                expression();
            } else {
                literal();
            }
        }
        endLiteral();
        requireLevelPath();
        return new UriTemplate(origin, pieces);
    }

    private void requireLevelPath() {
        StringBuilder path = new StringBuilder();
        for (Object piece : pieces) {
            path.append(piece instanceof Expression ? "x" : piece);
        }
        int query = path.indexOf("?");
        if (PathGuard.climbs(query < 0 ? path.toString() : path.substring(0, query))) {
            throw wrong("has a segment '.' or '..'");
        }
    }

    private String origin() {
        String lower = template.toLowerCase(Locale.ROOT);
        int authority = lower.startsWith("https://") ? 8 : lower.startsWith("http://") ? 7 : -1;
        if (authority < 0) {
            throw wrong("must begin with https:// or http:// and a host, written out");
        }
        int end = authority;
        while (end < template.length() && "/?#{".indexOf(template.charAt(end)) < 0) {
            end++;
        }
        return checked(template.substring(0, end));
    }

    private String checked(String origin) {
        if (origin.indexOf('}') >= 0) {
            throw wrong("has a brace that is not opened");
        }
        try {
            Outbound.get(URI.create(origin + '/')).build();
            return origin;
        } catch (IllegalArgumentException e) {
            throw wrong("has no usable host: scheme, host and port are written out and can't be arguments");
        }
    }

    private void literal() {
        int point = template.codePointAt(at);
        if (point == '}') {
            throw wrong("has a brace that is not opened, at " + at);
        }
        if (point == '#') {
            throw wrong("has a fragment, which is never sent");
        }
        if (Character.isISOControl(point)) {
            throw wrong("has a control character, at " + at);
        }
        if (point == '?') {
            beginQuery();
        }
        boolean kept = Escaping.isUnreserved(point) || IN_LITERALS.indexOf(point) >= 0 || isTriplet();
        String text = Character.toString(point);
        literal.append(kept ? text : Escaping.STRICT.escape(text));
        at += text.length();
    }

    private boolean isTriplet() {
        return template.charAt(at) == '%' && template.substring(at).matches("(?s)%[0-9A-Fa-f]{2}.*");
    }

    private void beginQuery() {
        if (inQuery) {
            throw wrong("begins its query twice; go on with &");
        }
        inQuery = true;
    }

    private void endLiteral() {
        if (literal.length() == 0) {
            return;
        }
        pieces.add(literal.toString());
        literal.setLength(0);
    }

    private void expression() {
        endLiteral();
        int end = template.indexOf('}', at);
        String inside = end < 0 ? "" : template.substring(at + 1, end);
        if (inside.isEmpty() || inside.indexOf('{') >= 0) {
            throw wrong("has a brace that is not closed, or nothing in it, at " + at);
        }
        Operator operator = operator(inside.charAt(0));
        if (operator == Operator.QUERY) {
            beginQuery();
        }
        if (operator == Operator.CONTINUATION && !inQuery) {
            throw wrong("goes on with a query that has not begun, at " + at);
        }
        List<Variable> variables = new ArrayList<>();
        for (String spec : inside.substring(operator.sign.length()).split(",", -1)) {
            variables.add(variable(spec));
        }
        pieces.add(new Expression(operator, variables, inQuery));
        at = end + 1;
    }

    private Operator operator(char first) {
        Operator operator = Operator.of(first);
        if (operator != null) {
            return operator;
        }
        if ("#=,!@|".indexOf(first) >= 0) {
            throw wrong("has an expression that begins with '" + first + "', at " + at);
        }
        return Operator.SIMPLE;
    }

    private Variable variable(String spec) {
        boolean explode = spec.endsWith("*");
        int colon = spec.indexOf(':');
        String name = explode ? spec.substring(0, spec.length() - 1) : colon < 0 ? spec : spec.substring(0, colon);
        boolean sound = !name.isEmpty()
                && !name.startsWith(".")
                && name.chars().allMatch(c -> c > 0x20 && (c == '.' || c == '%' || NOT_IN_NAMES.indexOf(c) < 0));
        if (!sound) {
            throw wrong("has no name of an argument where one should be, at " + at);
        }
        return new Variable(name, name, colon < 0 || explode ? 0 : prefix(spec.substring(colon + 1)), explode, false);
    }

    private int prefix(String digits) {
        if (!digits.matches("[1-9][0-9]{0,3}")) {
            throw wrong("has a length that is not 1 to 9999, at " + at);
        }
        return Integer.parseInt(digits);
    }

    private InvalidToolDefinition wrong(String what) {
        return new InvalidToolDefinition("the URL template " + what);
    }
}
