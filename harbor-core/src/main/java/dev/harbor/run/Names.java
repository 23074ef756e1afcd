package dev.harbor.run;

import dev.harbor.error.ConfigurationException;
import java.util.regex.Pattern;

/** Checks how profiles, modes and codes are spelled. */
final class Names {

    private static final Pattern VERSION = Pattern.compile("v[1-9][0-9]{0,8}");

    private Names() {}

    static String requireName(String what, String name, int maxLength) {
        if (name.isBlank() || name.length() > maxLength) {
            throw new ConfigurationException("the name of a " + what + " has 1 to " + maxLength
                    + " characters and is not blank; got " + name.length() + " characters");
        }
        return name;
    }

    static String requireVersion(String what, String name, String version) {
        if (!VERSION.matcher(version).matches()) {
            throw new ConfigurationException("the version of " + what + " '" + name
                    + "' must be 'v' and a number from 1, such as v1; got '" + version + "'");
        }
        return version;
    }
}
