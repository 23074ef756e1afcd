package dev.harbor.tools.http;

import dev.harbor.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Is an address with places for arguments, after RFC 6570 up to level 4. Scheme, host and port are literal: no argument can change them, and none can leave the
 * place that it fills.
 *
 * <p>Immutable.
 *
 * @param origin scheme, host and port
 * @param pieces path and query: literal text, escaped, and expressions
 */
record UriTemplate(String origin, List<Object> pieces) {

    UriTemplate {
        pieces = List.copyOf(pieces);
    }

    /**
     * Reads a template.
     *
     * @throws dev.harbor.tool.InvalidToolDefinition if it is not well-formed, has no literal origin, or has a fragment
     */
    static UriTemplate parse(String template) {
        return new UriTemplateReader(template).read();
    }

    private List<Expression> expressions() {
        return pieces.stream()
                .filter(Expression.class::isInstance)
                .map(Expression.class::cast)
                .toList();
    }

    /** Returns the variables as they are written, in order. */
    Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        expressions().forEach(each -> each.variables().forEach(variable -> names.add(variable.name())));
        return names;
    }

    /** Returns the arguments that it takes, in order. */
    Set<String> arguments() {
        Set<String> names = new LinkedHashSet<>();
        expressions().forEach(each -> each.variables().forEach(variable -> names.add(variable.argument())));
        return names;
    }

    /** Returns the arguments that must be there. */
    Set<String> required() {
        Set<String> names = new LinkedHashSet<>();
        expressions().stream()
                .filter(each -> each.operator().mustBeThere() && !each.inQuery())
                .forEach(each -> each.variables().forEach(variable -> names.add(variable.argument())));
        return names;
    }

    /** Returns this template with a parameter of the path in the places that have its name. */
    UriTemplate with(HttpParameter parameter) {
        List<Object> changed = new ArrayList<>();
        for (Object piece : pieces) {
            boolean place = piece instanceof Expression expression
                    && expression.operator() == Operator.SIMPLE
                    && expression.variables().size() == 1
                    && expression.variables().get(0).name().equals(parameter.name());
            changed.add(place ? styled(parameter, ((Expression) piece).inQuery()) : piece);
        }
        return new UriTemplate(origin, changed);
    }

    private static Expression styled(HttpParameter parameter, boolean inQuery) {
        Operator operator = switch (parameter.style()) {
            case LABEL -> Operator.LABEL;
            case MATRIX -> Operator.MATRIX;
            default -> Operator.SIMPLE;
        };
        Variable variable = new Variable(
                parameter.name(), parameter.argument(), 0, parameter.explode(), parameter.mediaType() != null);
        return new Expression(operator, List.of(variable), inQuery);
    }

    /**
     * Returns path and query.
     *
     * @throws dev.harbor.tool.InvalidArguments if an argument is missing that fills the path, or would lead out of its place
     */
    String expand(Map<String, Json> arguments) {
        StringBuilder out = new StringBuilder();
        for (Object piece : pieces) {
            if (piece instanceof Expression expression) {
                expression.expand(arguments, out);
            } else {
                out.append(piece);
            }
        }
        // Whatever the arguments are, what follows the host is a path.
        return out.length() > 0 && out.charAt(0) == '/' ? out.toString() : "/" + out;
    }
}
