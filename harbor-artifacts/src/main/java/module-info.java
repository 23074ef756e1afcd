/** Artifact stores in memory and in files, offload of heavy results, and the guard at the model's edge. */
module dev.harbor.artifacts {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.harbor.artifacts;
}
