/** Finds tools by words. */
module dev.harbor.tool.search {
    requires transitive dev.harbor.core;
    requires static transitive org.jspecify;
    requires org.apache.lucene.core;
    requires org.apache.lucene.analysis.common;

    exports dev.harbor.tools.search;
}
