package dev.harbor.tools.search;

import dev.harbor.catalog.ToolFinder;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** Makes a query of words: any of them may match, those that match more, and in better places, come first. */
final class WordQuery {

    private static final int MOST_WORDS = 32;
    private static final int SHORTEST_PREFIX = 3;
    private static final int SHORTEST_WITH_ERRORS = 5;
    private static final int EXPANSIONS = 20;
    private static final Analyzer ANALYZER = Words.analyzer();

    private WordQuery() {}

    static Query of(ToolFinder.Query wanted) {
        List<String> words = Words.of(ANALYZER, wanted.words(), MOST_WORDS);
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        if (words.isEmpty()) {
            query.add(new MatchAllDocsQuery(), Occur.MUST);
        } else {
            query.add(anyOf(words), Occur.MUST);
            query.add(
                    boosted(
                            new TermQuery(
                                    new Term(ToolDocument.ID, wanted.words().strip())),
                            100),
                    Occur.SHOULD);
        }
        wanted.tags()
                .forEach(tag ->
                        query.add(new TermQuery(new Term(ToolDocument.TAG, ToolDocument.folded(tag))), Occur.FILTER));
        return query.build();
    }

    private static Query anyOf(List<String> words) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (String word : words) {
            add(any, word, ToolDocument.NAME, 4);
            add(any, word, ToolDocument.TAGS, 3);
            add(any, word, ToolDocument.PARAMETERS, 0.8f);
            add(any, word, ToolDocument.DESCRIPTION, 1);
            if (word.length() >= SHORTEST_PREFIX) {
                any.add(boosted(new PrefixQuery(new Term(ToolDocument.NAME, word)), 0.5f), Occur.SHOULD);
            }
            if (word.length() >= SHORTEST_WITH_ERRORS) {
                any.add(boosted(misspelt(ToolDocument.NAME, word), 0.5f), Occur.SHOULD);
                any.add(boosted(misspelt(ToolDocument.DESCRIPTION, word), 0.2f), Occur.SHOULD);
            }
        }
        return any.build();
    }

    private static void add(BooleanQuery.Builder any, String word, String field, float weight) {
        any.add(boosted(new TermQuery(new Term(field, word)), weight), Occur.SHOULD);
    }

    private static Query misspelt(String field, String word) {
        return new FuzzyQuery(new Term(field, word), 1, 1, EXPANSIONS, true);
    }

    private static Query boosted(Query query, float weight) {
        return new BoostQuery(query, weight);
    }
}
