package dev.harbor.run;

import dev.harbor.error.ConfigurationException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Are the profiles that events and resumed runs may name, by name and version; there is no "latest".
 *
 * <p>Immutable.
 */
public final class ProfileRegistry {

    /** The most characters of a profile's name. */
    public static final int MAX_NAME_LENGTH = 256;

    private final Map<String, Profile> profiles;

    private ProfileRegistry(Map<String, Profile> profiles) {
        this.profiles = Collections.unmodifiableMap(profiles);
    }

    /**
     * Returns a registry of profiles.
     *
     * @throws ConfigurationException if a name is blank or too long, a version is not {@code v} and a number from 1, a contract is missing, or two have one name
     *     and version
     */
    public static ProfileRegistry of(Profile... profiles) {
        Map<String, Profile> all = new TreeMap<>();
        for (Profile profile : profiles) {
            String key = checkedKey(profile);
            if (all.putIfAbsent(key, profile) != null) {
                throw new ConfigurationException("profile " + key + " is there twice");
            }
        }
        return new ProfileRegistry(all);
    }

    /** Returns the profile of exactly that name and version; empty if there is none. */
    public Optional<Profile> find(String name, String version) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        return Optional.ofNullable(profiles.get(key(name, version)));
    }

    /**
     * Returns the profile of exactly that name and version.
     *
     * @throws ConfigurationException if there is none, naming what is registered
     */
    public Profile require(String name, String version) {
        return find(name, version)
                .orElseThrow(() -> new ConfigurationException(
                        "no profile " + key(name, version) + "; registered are " + profiles.keySet()));
    }

    private static String checkedKey(Profile profile) {
        String name = Names.requireName("profile", profile.name(), MAX_NAME_LENGTH);
        String version = Names.requireVersion("profile", name, profile.version());
        if (profile.completion() == null) {
            throw new ConfigurationException("profile '" + name + "' has no completion contract");
        }
        return key(name, version);
    }

    private static String key(String name, String version) {
        return name + "@" + version;
    }
}
