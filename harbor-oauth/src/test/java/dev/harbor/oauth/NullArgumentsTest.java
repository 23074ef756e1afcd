package dev.harbor.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.TokenStore;
import dev.harbor.artifacts.Artifacts;
import dev.harbor.identity.Identity;
import dev.harbor.identity.IdentityException;
import dev.harbor.runtime.HarborRuntime;
import dev.harbor.seal.SealingKeys;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever an embedder can call refuses null, unless its signature says that null is allowed. */
final class NullArgumentsTest {

    private static final List<Class<?>> TYPES = List.of(
            OAuthClient.class,
            OAuthClient.Builder.class,
            OAuthProvider.class,
            OAuthProvider.Builder.class,
            ResourceSettings.class,
            ResourceSettings.Builder.class,
            ClientRegistration.class,
            ConsentAnswer.class,
            ConsentOutcome.class,
            ConsentCallback.class,
            ConsentCallback.Completion.class,
            OAuthOperator.class);

    private final HarborRuntime runtime =
            HarborRuntime.builder().artifacts(Artifacts.memory()).build();
    private final TokenStore store = TokenStore.inMemory();
    private final Map<Class<?>, Object> samples = new HashMap<>();

    NullArgumentsTest() throws Exception {
        OAuthProvider.Builder provider =
                OAuthProvider.builder("p").issuer("https://as.example").redirectUri(AuthorizationServer.REDIRECT);
        OAuthClient.Builder client = OAuthClient.builder(Desk.KEYS, store);
        ResourceSettings.Builder settings = ResourceSettings.builder().redirectUri(AuthorizationServer.REDIRECT);
        ConsentOutcome outcome = new ConsentOutcome(ConsentOutcome.Kind.DENIED, "c", "p", Set.of(), Set.of(), false);
        for (Object sample : List.of(
                "https://text.example/x",
                URI.create("https://as.example/x"),
                Duration.ofSeconds(1),
                Desk.ADA,
                Desk.KEYS,
                outcome,
                provider,
                provider.build(),
                client,
                settings,
                settings.build(),
                ClientRegistration.publicClient("c"),
                ConsentAnswer.parse("state=s"),
                ConsentOutcome.Kind.DENIED,
                new ConsentCallback.Completion(outcome, List.of()))) {
            samples.put(sample.getClass(), sample);
        }
        OAuthClient built = client.build();
        samples.put(OAuthClient.class, built);
        samples.put(ConsentCallback.class, built.callback(runtime));
        samples.put(OAuthOperator.class, built.operator());
        samples.put(boolean.class, false);
        samples.put(HarborRuntime.class, runtime);
        samples.put(TokenStore.class, store);
        samples.put(CredentialProvider.class, CredentialProvider.none());
        samples.put(Clock.class, Clock.systemUTC());
        samples.put(SSLContext.class, SSLContext.getDefault());
        samples.put(Set.class, Set.of());
        samples.put(List.class, List.of());
        samples.put(String[].class, new String[] {"scope"});
        samples.put(SealingKeys.class, Desk.KEYS);
        samples.put(Identity.class, Desk.ADA);
    }

    @AfterEach
    void close() {
        runtime.close();
        store.close();
    }

    @Test
    void types_areAllThatArePublic() throws Exception {
        java.nio.file.Path classes = java.nio.file.Path.of(
                OAuthClient.class.getResource("OAuthClient.class").toURI());
        try (Stream<java.nio.file.Path> files = java.nio.file.Files.list(classes.getParent())) {
            List<Class<?>> found = new ArrayList<>();
            for (java.nio.file.Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName("dev.harbor.oauth." + name);
                if (Modifier.isPublic(type.getModifiers())
                        && !type.isEnum()
                        && !Throwable.class.isAssignableFrom(type)) {
                    found.add(type);
                }
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(TYPES);
        }
    }

    @Test
    void everyParameter_givenNullWhereNoneIsAllowed_isRefused() {
        List<String> findings = new ArrayList<>();
        int calls = 0;
        for (Class<?> type : TYPES) {
            for (Executable entry : entries(type)) {
                for (int i = 0; i < entry.getParameterCount(); i++) {
                    Parameter parameter = entry.getParameters()[i];
                    if (!parameter.getType().isPrimitive()
                            && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
                        calls++;
                        check(type, entry, i, findings);
                    }
                }
            }
        }
        assertThat(findings).isEmpty();
        assertThat(calls).isGreaterThan(55);
    }

    private static List<Executable> entries(Class<?> type) {
        List<Executable> entries = new ArrayList<>(List.of(type.getConstructors()));
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .filter(method -> !method.getName().equals("equals"))
                .forEach(entries::add);
        return entries;
    }

    private void check(Class<?> type, Executable entry, int parameter, List<String> findings) {
        Object[] arguments = Arrays.stream(entry.getParameterTypes())
                .map(each -> java.util.Objects.requireNonNull(samples.get(each), "no sample of " + each))
                .toArray();
        arguments[parameter] = null;
        String name =
                type.getSimpleName() + "." + entry.getName() + "(" + entry.getParameters()[parameter].getName() + ")";
        try {
            invoke(type, entry, arguments);
            findings.add(name + " takes null");
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            boolean refused = thrown instanceof NullPointerException
                    || thrown instanceof IllegalArgumentException
                    || thrown instanceof IdentityException;
            if (!refused) {
                findings.add(name + " answers null with " + thrown);
            }
        } catch (ReflectiveOperationException e) {
            findings.add(name + " can't be called: " + e);
        }
    }

    private void invoke(Class<?> type, Executable entry, Object[] arguments) throws ReflectiveOperationException {
        if (entry instanceof Constructor<?> constructor) {
            constructor.newInstance(arguments);
        } else {
            Object target = Modifier.isStatic(entry.getModifiers()) ? null : samples.get(type);
            ((Method) entry).invoke(target, arguments);
        }
    }
}
