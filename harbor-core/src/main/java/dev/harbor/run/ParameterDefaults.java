package dev.harbor.run;

import dev.harbor.error.ConfigurationException;
import java.util.Map;
import java.util.TreeMap;

/** Reads the parameters of a contract for an evaluator that knows a fixed set of them. */
record ParameterDefaults(Map<String, String> defaults) {

    ParameterDefaults {
        defaults = Map.copyOf(defaults);
    }

    /** Returns what holds: the defaults, and over them what the contract says. */
    Map<String, String> of(CompletionContract contract) {
        Map<String, String> effective = new TreeMap<>(defaults);
        effective.putAll(contract.parameters());
        return effective;
    }

    String text(CompletionContract contract, String name) {
        return contract.parameters().getOrDefault(name, defaults.getOrDefault(name, ""));
    }

    boolean flag(CompletionContract contract, String name) {
        String value = text(contract, name);
        if (!value.equals("true") && !value.equals("false")) {
            throw new ConfigurationException("parameter '" + name + "' of completion mode '" + contract.mode()
                    + "' must be true or false, got '" + value + "'");
        }
        return value.equals("true");
    }

    /** Refuses what nobody would read: a misspelled name would quietly leave a default in force. */
    void checkNames(CompletionContract contract) {
        for (String name : contract.parameters().keySet()) {
            if (!defaults.containsKey(name)) {
                throw new ConfigurationException("completion mode '" + contract.mode() + "' has no parameter '" + name
                        + "'; it has " + new TreeMap<>(defaults).keySet());
            }
        }
    }
}
