package dev.harbor.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RouteTest {

    private static Route route(String uri) {
        return Route.of(Target.of(URI.create(uri)));
    }

    @Test
    void route_toTheSameOrigin_isEqual_whateverIsAskedFor() {
        Route one = route("http://h.test:80/a");
        Route other = route("http://H.test./b?c");

        assertThat(other).isEqualTo(one).hasSameHashCodeAs(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://h.test:80/", "http://h.test:81/", "http://i.test:80/"})
    void route_toAnotherOrigin_isAnother(String uri) {
        assertThat(route(uri)).isNotEqualTo(route("http://h.test:80/"));
    }
}
