package dev.harbor.llm.langchain4j;

import java.util.Comparator;
import java.util.Map;

/** Finds the price of a model by the longest name that its own begins with, since providers add dates to names. Immutable. */
record Prices(Map<String, ModelPrice> byModel) {

    Prices {
        byModel = Map.copyOf(byModel);
    }

    ModelPrice of(String model) {
        return byModel.entrySet().stream()
                .filter(entry -> model.startsWith(entry.getKey()))
                .max(Comparator.comparingInt(entry -> entry.getKey().length()))
                .map(Map.Entry::getValue)
                .orElse(ModelPrice.FREE);
    }
}
