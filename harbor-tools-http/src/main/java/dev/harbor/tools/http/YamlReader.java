package dev.harbor.tools.http;

import dev.harbor.error.ConfigurationException;
import dev.harbor.error.HarborException;
import dev.harbor.json.Json;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLParser;

/**
 * Reads one YAML document as JSON. What JSON has no form for is refused: tags, anchors and aliases (by which a small text can stand for a huge one), keys that
 * are no text or come twice, more documents than one. Confined to one thread.
 */
final class YamlReader {

    private static final YAMLFactory FACTORY = YAMLFactory.builder().build();

    private final YAMLParser parser;

    YamlReader(InputStream utf8) {
        this.parser = (YAMLParser) FACTORY.createParser(ObjectReadContext.empty(), utf8);
    }

    Json read() {
        try (parser) {
            JsonToken first = parser.nextToken();
            if (first == null) {
                throw HttpManifest.wrong("is empty", null);
            }
            Object value = value(first, 0);
            if (parser.nextToken() != null) {
                throw wrong("has more than one document", null);
            }
            return Json.of(value);
        } catch (ConfigurationException e) {
            throw e;
        } catch (JacksonException e) {
            throw wrong("is not YAML: " + e.getOriginalMessage(), e);
        } catch (HarborException e) {
            throw HttpManifest.wrong("can't be read as JSON: " + e.getMessage(), e);
        }
    }

    private @Nullable Object value(JsonToken token, int depth) {
        if (depth > Json.MAX_DEPTH) {
            throw wrong("is nested in more than " + Json.MAX_DEPTH + " levels", null);
        }
        refuseReferences();
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> parser.getString();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw wrong("has something that is no value", null);
        };
    }

    private Object number() {
        Object number = parser.getNumberValue();
        return number instanceof Double || number instanceof Float ? parser.getDecimalValue() : number;
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            refuseReferences();
            String name = parser.currentName();
            Object value = value(parser.nextToken(), depth + 1);
            if (members.containsKey(name)) {
                throw wrong("has the key '" + name + "' twice", null);
            }
            members.put(name, value);
        }
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> elements = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            elements.add(value(token, depth + 1));
        }
        return elements;
    }

    private void refuseReferences() {
        if (parser.isCurrentAlias() || parser.getObjectId() != null || parser.getTypeId() != null) {
            throw wrong("has an anchor, an alias or a tag; write the value out", null);
        }
    }

    private ConfigurationException wrong(String what, @Nullable Throwable cause) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return HttpManifest.wrong(what + ", in line " + at.getLineNr(), cause);
    }
}
