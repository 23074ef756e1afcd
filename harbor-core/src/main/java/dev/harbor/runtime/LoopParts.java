package dev.harbor.runtime;

import dev.harbor.catalog.RegistrationProfile;

/** Is what the loops of a runtime are made of. */
record LoopParts(LiveTurns turns, KnownTools tools, RegistrationProfile profile) {}
