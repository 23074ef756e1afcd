package dev.harbor.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CustomCodecTest {

    static final class Account {
        private String owner = "";
        private int cents;

        void setOwner(String name) {
            owner = name;
        }

        void setCents(int amount) {
            if (amount == 13) {
                throw new IllegalArgumentException("thirteen is unlucky");
            }
            cents = amount;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Account account && owner.equals(account.owner) && cents == account.cents;
        }

        @Override
        public int hashCode() {
            return Objects.hash(owner, cents);
        }
    }

    private static final Json SCHEMA = Json.parse(
            "{\"type\":\"object\",\"properties\":{\"owner\":{\"type\":\"string\",\"minLength\":1},\"cents\":{\"type\":\"integer\"}},"
                    + "\"required\":[\"owner\",\"cents\"],\"additionalProperties\":false}");

    private static final Codec<Account> ACCOUNT = Codec.custom(
            Account.class, SCHEMA, CustomCodecTest::read, a -> Json.of(Map.of("owner", a.owner, "cents", a.cents)));

    private static final Codec<Path> PATH = Codec.custom(
            Path.class,
            Json.parse("{\"type\":\"string\",\"maxLength\":10}"),
            json -> Path.of(json.asString()),
            path -> Json.string(path.toString()));

    private static Account read(Json json) {
        Account account = new Account();
        account.setOwner(json.get("owner").orElseThrow().asString());
        account.setCents(json.get("cents").orElseThrow().asInt());
        return account;
    }

    record Transfer(
            Account from,
            List<Account> to,
            Optional<Path> receipt,
            @Nullable Path log) {}

    private static final Codec<Transfer> TRANSFER = CodecFactory.standard()
            .with(Account.class, ACCOUNT)
            .with(Path.class, PATH)
            .codec(Transfer.class);

    @Test
    void bean_isReadAndWrittenByItsCodec_aloneAndInside() {
        String json =
                "{\"from\":{\"owner\":\"a\",\"cents\":1},\"to\":[{\"owner\":\"b\",\"cents\":2}],\"receipt\":\"r\"}";

        Transfer transfer = TRANSFER.decode(json);

        assertThat(transfer.receipt()).contains(Path.of("r"));
        assertThat(TRANSFER.decode(TRANSFER.encode(transfer))).isEqualTo(transfer);
        assertThat(new Oracle(TRANSFER.schema())
                        .errors(TRANSFER.encode(transfer).toString()))
                .isEmpty();
        assertThat(ACCOUNT.decode("{\"owner\":\"a\",\"cents\":1}")).isEqualTo(transfer.from());
        assertThat(ACCOUNT.schema()).isEqualTo(SCHEMA);
        assertThat(TRANSFER.schema().at("/properties/from")).contains(SCHEMA);
    }

    @Test
    void reading_isHeldToTheSchema_andToTheReader() {
        assertThatThrownBy(() -> TRANSFER.decode("{\"from\":{\"owner\":\"\",\"cents\":1},\"to\":[]}"))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/from/owner must have at least 1 characters");
        assertThatThrownBy(() -> TRANSFER.decode(
                        "{\"from\":{\"owner\":\"a\",\"cents\":1},\"to\":[{\"owner\":\"b\",\"cents\":13}]}"))
                .hasMessage("/to/0 was refused by Account: thirteen is unlucky");
        assertThatThrownBy(() -> TRANSFER.decode("{\"from\":{\"owner\":\"a\",\"cents\":30000000000},\"to\":[]}"))
                .hasMessageStartingWith("/from must be from -2147483648");
        assertThatThrownBy(() -> TRANSFER.decode("{\"from\":{\"owner\":\"a\",\"cents\":1,\"cents\":2},\"to\":[]}"))
                .isInstanceOf(MalformedJsonException.class);
    }

    @Test
    void writing_isHeldToTheSchema() {
        Account nameless = new Account();

        assertThatThrownBy(() -> TRANSFER.encode(new Transfer(nameless, List.of(), Optional.empty(), null)))
                .isInstanceOf(InvalidJsonException.class)
                .hasMessage("/from/owner must have at least 1 characters");
    }

    @Test
    void schema_thatIsNotSelfContainedOrNotLegal_isRefused() {
        for (String schema : List.of(
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{}}}",
                "{\"$id\":\"https://example.com/a\"}",
                "{\"items\":{\"$anchor\":\"x\"}}",
                "{\"type\":\"objekt\"}",
                "[]")) {
            assertThatThrownBy(
                            () -> Codec.custom(Path.class, Json.parse(schema), json -> Path.of(""), path -> Json.NULL))
                    .isInstanceOf(ConfigurationException.class);
        }
    }

    @Test
    void genericClass_canNotHaveACodecOfOnesOwn() {
        assertThatThrownBy(() -> CodecFactory.standard().with(Optional.class, cast(PATH)))
                .isInstanceOf(ConfigurationException.class);
    }

    @Test
    void factory_isImmutable() {
        CodecFactory standard = CodecFactory.standard();
        standard.with(Path.class, PATH);

        assertThatThrownBy(() -> standard.codec(Path.class)).isInstanceOf(ConfigurationException.class);
        assertThat(standard.with(Path.class, PATH)
                        .codec(new TypeRef<List<Path>>() {})
                        .decode("[\"a\"]"))
                .containsExactly(Path.of("a"));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static <T> Codec<T> cast(Codec<?> codec) {
        return (Codec) codec;
    }
}
