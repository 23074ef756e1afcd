package dev.harbor.tools.a2a.server;

import dev.harbor.runtime.HarborRuntime;
import java.time.Clock;

/** Is what a server is made of. */
record Served(HarborRuntime runtime, TaskLog log, Skills skills, A2aServerLimits limits, String url, Clock clock) {}
