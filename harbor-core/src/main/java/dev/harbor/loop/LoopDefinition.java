package dev.harbor.loop;

import dev.harbor.catalog.LoopCatalog;
import dev.harbor.plan.Planner;
import dev.harbor.run.BudgetLimits;
import dev.harbor.run.Profile;
import dev.harbor.tool.Tool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says how a loop works: what it declares, in which modes, and what plans its turns. A loop of this definition can be opened for any session.
 *
 * <p>Immutable.
 */
public final class LoopDefinition {

    /** The most inputs that wait for their turn when nothing is said: {@value}. */
    public static final int DEFAULT_MAX_QUEUED = 64;

    /** The name of the mode that every loop has. */
    public static final String BASE_MODE = "";

    /** The most characters that a name may have. */
    public static final int MAX_NAME_LENGTH = 128;

    private final String name;
    private final List<Tool<?, ?>> tools;
    private final Map<String, LoopMode> modes;
    private final String initialMode;
    private final @Nullable Planner planner;
    private final @Nullable Profile profile;
    private final @Nullable ForeignAgent agent;
    private final BudgetLimits limits;
    private final int maxQueued;
    private final int maxExternalTools;
    private final Map<Class<?>, Object> capabilities;

    private LoopDefinition(Builder from) {
        name = from.name;
        tools = List.copyOf(from.tools);
        modes = new LinkedHashMap<>(from.modes);
        initialMode = from.initialMode == null ? BASE_MODE : from.initialMode;
        planner = from.planner;
        profile = from.profile;
        agent = from.agent;
        limits = from.limits;
        maxQueued = from.maxQueued;
        maxExternalTools = from.maxExternalTools;
        capabilities = Map.copyOf(from.capabilities);
    }

    /**
     * Returns a builder of a loop that is planned here.
     *
     * @throws IllegalArgumentException if the name is blank or has more than {@value #MAX_NAME_LENGTH} characters
     */
    public static Builder builder(String name) {
        return new Builder(name, null);
    }

    /**
     * Returns a builder of a loop whose turns an agent elsewhere carries out. It has no tools here.
     *
     * @throws IllegalArgumentException if the name is blank or has more than {@value #MAX_NAME_LENGTH} characters
     */
    public static Builder foreign(String name, ForeignAgent agent) {
        return new Builder(name, Objects.requireNonNull(agent, "agent"));
    }

    /** Returns the name. A loop can be opened again with a definition of the same name only. */
    public String name() {
        return name;
    }

    /** Returns the names of the modes, the base mode first. */
    public List<String> modes() {
        List<String> names = new ArrayList<>();
        names.add(BASE_MODE);
        names.addAll(modes.keySet());
        return names;
    }

    /** Tells whether there is a mode. */
    public boolean hasMode(String mode) {
        return modes().contains(Objects.requireNonNull(mode, "mode"));
    }

    /** Returns the mode in which a new loop begins. */
    public String initialMode() {
        return initialMode;
    }

    /**
     * Returns the tools that a mode declares, in the order in which they are shown.
     *
     * @throws IllegalArgumentException if there is no such mode
     */
    public List<Tool<?, ?>> tools(String mode) {
        List<Tool<?, ?>> own = find(mode).map(LoopMode::tools).orElse(null);
        return own == null ? tools : own;
    }

    /**
     * Returns what a turn in a mode may use.
     *
     * @throws IllegalArgumentException if there is no such mode
     */
    public BudgetLimits limits(String mode) {
        BudgetLimits own = find(mode).map(LoopMode::limits).orElse(null);
        return own == null ? limits : own;
    }

    private Optional<LoopMode> find(String mode) {
        if (!hasMode(mode)) {
            throw new IllegalArgumentException("there is no mode '" + mode + "', there are " + modes());
        }
        return Optional.ofNullable(modes.get(mode));
    }

    /** Returns the planner; empty for that of the runtime. */
    public Optional<Planner> planner() {
        return Optional.ofNullable(planner);
    }

    /** Returns the profile of every turn; empty when the planner alone decides when a turn is done. */
    public Optional<Profile> profile() {
        return Optional.ofNullable(profile);
    }

    /** Returns the agent elsewhere that carries out the turns; empty when they are planned here. */
    public Optional<ForeignAgent> agent() {
        return Optional.ofNullable(agent);
    }

    /** Returns the most inputs that wait for their turn. */
    public int maxQueued() {
        return maxQueued;
    }

    /** Returns the most external tools of all sources together. */
    public int maxExternalTools() {
        return maxExternalTools;
    }

    /** Returns what factories of external tools may ask for, by type. */
    public Map<Class<?>, Object> capabilities() {
        return capabilities;
    }

    @Override
    public String toString() {
        return "LoopDefinition[" + name + ", modes " + modes() + "]";
    }

    /** Collects what a definition is built from. Not thread-safe. */
    public static final class Builder {

        private final String name;
        private final @Nullable ForeignAgent agent;
        private final List<Tool<?, ?>> tools = new ArrayList<>();
        private final Map<String, LoopMode> modes = new LinkedHashMap<>();
        private final Map<Class<?>, Object> capabilities = new HashMap<>();
        private @Nullable String initialMode;
        private @Nullable Planner planner;
        private @Nullable Profile profile;
        private BudgetLimits limits = BudgetLimits.defaults();
        private int maxQueued = DEFAULT_MAX_QUEUED;
        private int maxExternalTools = LoopCatalog.DEFAULT_MAX_EXTERNAL_TOOLS;

        private Builder(String name, @Nullable ForeignAgent agent) {
            if (name.isBlank() || name.length() > MAX_NAME_LENGTH) {
                throw new IllegalArgumentException("the name of a loop definition has 1 to " + MAX_NAME_LENGTH
                        + " characters, not all white space");
            }
            this.name = name;
            this.agent = agent;
        }

        /** Declares tools of the base mode, in the order in which they are shown. */
        public Builder tools(Tool<?, ?>... more) {
            tools.addAll(List.of(more));
            return this;
        }

        /**
         * Adds a mode.
         *
         * @throws IllegalArgumentException if there is one of that name
         */
        public Builder mode(LoopMode mode) {
            if (modes.putIfAbsent(mode.name(), mode) != null) {
                throw new IllegalArgumentException("mode '" + mode.name() + "' is there twice");
            }
            return this;
        }

        /** Sets the mode in which a new loop begins; mandatory when there are named modes. The empty text is the base mode. */
        public Builder initialMode(String mode) {
            initialMode = Objects.requireNonNull(mode, "mode");
            return this;
        }

        /** Sets the planner of the turns; that of the runtime when never set. */
        public Builder planner(Planner value) {
            planner = Objects.requireNonNull(value, "planner");
            return this;
        }

        /** Sets the profile of the turns. */
        public Builder profile(Profile value) {
            profile = Objects.requireNonNull(value, "profile");
            return this;
        }

        /** Sets what a turn may use in a mode that says nothing of that; {@link BudgetLimits#defaults()} when never set. */
        public Builder limits(BudgetLimits value) {
            limits = Objects.requireNonNull(value, "limits");
            return this;
        }

        /**
         * Sets how many inputs may wait for their turn.
         *
         * @throws IllegalArgumentException if it is not 1 to 10000
         */
        public Builder maxQueued(int most) {
            maxQueued = bounded("maxQueued", most, 10_000);
            return this;
        }

        /**
         * Sets how many external tools there may be, all sources together.
         *
         * @throws IllegalArgumentException if it is not 1 to 100000
         */
        public Builder maxExternalTools(int most) {
            maxExternalTools = bounded("maxExternalTools", most, 100_000);
            return this;
        }

        private static int bounded(String what, int value, int most) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(what + " must be 1 to " + most + ", got " + value);
            }
            return value;
        }

        /** Binds a capability that factories of external tools may require; one of that type before is replaced. */
        public <T> Builder bind(Class<T> type, T capability) {
            capabilities.put(
                    Objects.requireNonNull(type, "type"), type.cast(Objects.requireNonNull(capability, "capability")));
            return this;
        }

        /**
         * Returns the definition; the builder may be used again.
         *
         * @throws IllegalArgumentException if there are named modes and no initial one, the initial mode is not there, or a loop that is carried out elsewhere has
         *     tools, modes or a planner
         */
        public LoopDefinition build() {
            if (initialMode == null && !modes.isEmpty()) {
                throw new IllegalArgumentException(
                        "a definition with modes needs an initial mode, one of " + modes.keySet());
            }
            if (initialMode != null && !initialMode.isEmpty() && !modes.containsKey(initialMode)) {
                throw new IllegalArgumentException(
                        "the initial mode '" + initialMode + "' is not there, there are " + modes.keySet());
            }
            boolean isPlannedHere = !tools.isEmpty() || !modes.isEmpty() || planner != null || profile != null;
            if (agent != null && isPlannedHere) {
                throw new IllegalArgumentException(
                        "a loop that is carried out elsewhere has no tools, modes or planner here");
            }
            return new LoopDefinition(this);
        }
    }
}
