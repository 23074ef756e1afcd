package dev.harbor.tools.openapi;

import dev.harbor.tools.http.HttpParameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Is a path of a document as a template, in which each place has a name that a template may have. Immutable. */
final class PathTemplate {

    private static final Pattern PLACE = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");

    private final String template;
    private final Map<String, String> places;

    private PathTemplate(String template, Map<String, String> places) {
        this.template = template;
        this.places = places;
    }

    static PathTemplate of(String path) {
        Map<String, String> places = new LinkedHashMap<>();
        Matcher matcher = PLACE.matcher(path);
        StringBuilder template = new StringBuilder();
        while (matcher.find()) {
            String name = matcher.group(1);
            String place = LEGAL.matcher(name).matches() ? name : "place" + places.size();
            places.putIfAbsent(name, place);
            matcher.appendReplacement(template, Matcher.quoteReplacement('{' + places.get(name) + '}'));
        }
        matcher.appendTail(template);
        return new PathTemplate(template.toString(), places);
    }

    String template() {
        return template;
    }

    /** Returns a parameter of the path under the name of its place. */
    HttpParameter placed(HttpParameter parameter) {
        String place = places.get(parameter.name());
        if (place == null) {
            throw new Unusable(
                    OpenApiReason.UNSUPPORTED_REQUEST,
                    "the parameter " + Words.label(parameter.name()) + " has no place in the path");
        }
        return new HttpParameter(
                parameter.location(),
                place,
                parameter.argument(),
                parameter.style(),
                parameter.explode(),
                false,
                parameter.mediaType());
    }

    /** Returns parameters for the places that no parameter fills, and offers an argument for each: text. */
    List<HttpParameter> undeclared(List<HttpParameter> declared, Arguments arguments) {
        List<HttpParameter> undeclared = new ArrayList<>();
        places.forEach((name, place) -> {
            boolean filled = declared.stream()
                    .anyMatch(each -> each.location() == HttpParameter.Location.PATH
                            && each.name().equals(place));
            if (!filled) {
                String argument = arguments.free(name.isEmpty() ? place : name, "path");
                arguments.add(argument, Described.text("A part of the path"), true);
                undeclared.add(HttpParameter.path(place).from(argument));
            }
        });
        return undeclared;
    }
}
