/** An operator's view of runs. */
module dev.harbor.inspector {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires static transitive jdk.httpserver;
    requires org.slf4j;

    exports dev.harbor.inspector;
}
