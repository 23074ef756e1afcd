package dev.harbor.tool.annotation;

import static dev.harbor.tool.annotation.Calls.call;
import static dev.harbor.tool.annotation.Calls.only;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harbor.error.ConfigurationException;
import dev.harbor.json.Param;
import dev.harbor.tool.InvalidToolDefinition;
import dev.harbor.tool.Tool;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProxiedToolsTest {

    /** Has the marks and can be subclassed. */
    public static class Plain {

        /** Greets. */
        @HarborTool
        public String greet(String name) {
            return "hello " + name;
        }
    }

    /** A stop on a journey. */
    public record Stop(String city, int days) {}

    /** Has the marks. */
    public interface Shop {

        /** Sells. */
        @HarborTool(description = "Sells")
        String sell(String what, int count) throws IOException;
    }

    /** Has none. */
    public static class CornerShop implements Shop {

        @Override
        public String sell(String what, int count) throws IOException {
            if (count < 0) {
                throw new IOException("negative");
            }
            return what + count;
        }
    }

    /** Looks like what a library makes of a class at run time. */
    public static class Plain$$Proxy extends Plain {

        @Override
        public String greet(String arg0) {
            return "intercepted " + super.greet(arg0);
        }
    }

    /** Has marks, and an interface that has none. */
    public static class Bakery implements Baker {

        @Override
        @HarborTool
        public String bake(@Param("bread") String what) {
            return "baked " + what;
        }
    }

    /** Has no marks. */
    public interface Baker {

        /** Bakes. */
        String bake(String what);
    }

    @Test
    void marks_ofAnInterface_areFound() {
        assertThat(call(only(new CornerShop()), "{\"what\":\"tea\",\"count\":2}"))
                .isEqualTo("\"tea2\"");
    }

    @Test
    void marks_behindASubclassProxy_areFound_andCallsGoThroughIt() {
        assertThat(call(only(new Plain$$Proxy()), "{\"name\":\"Ada\"}")).isEqualTo("\"intercepted hello Ada\"");
    }

    @Test
    void marks_behindAnInterfaceProxy_areFound_andFailuresComeUnwrapped() {
        Tool<?, ?> tool = only(proxy(Shop.class, new CornerShop()));

        assertThat(call(tool, "{\"what\":\"tea\",\"count\":2}")).isEqualTo("\"tea2\"");
        assertThatThrownBy(() -> call(tool, "{\"what\":\"tea\",\"count\":-1}"))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("negative");
    }

    @Test
    void marks_ofTheClassBehindAProxy_areFoundIfItIsNamed() {
        Object proxy = proxy(Baker.class, new Bakery());

        assertThat(call(AnnotatedTools.of(proxy, Bakery.class).get(0), "{\"bread\":\"rye\"}"))
                .isEqualTo("\"baked rye\"");
        assertThatThrownBy(() -> AnnotatedTools.of(proxy))
                .isInstanceOf(InvalidToolDefinition.class)
                .hasMessageContaining("behind the proxy");
        assertThatThrownBy(() -> AnnotatedTools.of(new Plain(), Bakery.class))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("bake(String)", "is no");
    }

    private static Object proxy(Class<?> type, Object target) {
        return Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> method.invoke(target, arguments));
    }

    /** Has a variable. */
    public interface Store<T> {

        /** Puts. */
        @HarborTool
        String put(T what, List<T> more);
    }

    /** Binds it, and is marked too. */
    public static class StopStore implements Store<Stop> {

        @Override
        @HarborTool(description = "Puts stops")
        public String put(Stop what, List<Stop> more) {
            return what.city() + more.size();
        }
    }

    /** Inherits the method from a generic class. */
    public abstract static class Box<E> {

        /** Wraps. */
        @HarborTool
        public E[] wrap(E what, Map<String, ? extends E> others) {
            return others.values().toArray(some());
        }

        abstract E[] some();
    }

    /** Binds it. */
    public static class IntBox extends Box<Integer> {

        @Override
        Integer[] some() {
            return new Integer[0];
        }
    }

    @Test
    void typeVariables_areWhatTheyStandFor_andAnOverrideIsTheSameMethod() {
        Tool<?, ?> tool = only(new StopStore());

        assertThat(tool.definition().description()).isEqualTo("Puts stops");
        assertThat(call(tool, "{\"what\":{\"city\":\"Oslo\",\"days\":1},\"more\":[]}"))
                .isEqualTo("\"Oslo0\"");
        assertThat(call(only(new IntBox()), "{\"what\":1,\"others\":{\"a\":2}}"))
                .isEqualTo("[2]");
    }
}
