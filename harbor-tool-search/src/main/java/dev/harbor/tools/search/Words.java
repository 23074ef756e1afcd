package dev.harbor.tools.search;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.en.EnglishMinimalStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/** Takes texts apart: at white space, at signs and where the case changes; in lower case, without accents, and without the plural of English. */
final class Words {

    private static final int PARTS = WordDelimiterGraphFilter.GENERATE_WORD_PARTS
            | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
            | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
            | WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE;

    private Words() {}

    static Analyzer analyzer() {
        return new Analyzer() {

            @Override
            protected TokenStreamComponents createComponents(String field) {
                Tokenizer words = new WhitespaceTokenizer();
                TokenStream parts = new FlattenGraphFilter(new WordDelimiterGraphFilter(words, PARTS, null));
                TokenStream folded = new ASCIIFoldingFilter(new LowerCaseFilter(parts));
                return new TokenStreamComponents(words, new EnglishMinimalStemFilter(folded));
            }
        };
    }

    /** Returns the words of a text, in order, at most so many. */
    static List<String> of(Analyzer analyzer, String text, int most) {
        List<String> words = new ArrayList<>();
        try (TokenStream stream = analyzer.tokenStream("", new StringReader(text))) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (words.size() < most && stream.incrementToken()) {
                words.add(term.toString());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory can't be read", e);
        }
        return words;
    }
}
