package dev.harbor.tools.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harbor.access.CredentialProvider;
import dev.harbor.access.ResourceAuthorizer;
import dev.harbor.identity.Identity;
import dev.harbor.json.Json;
import dev.harbor.policy.ToolPolicy;
import dev.harbor.tool.SideEffect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever an embedder can call refuses null, unless its signature says that null is allowed. */
final class NullArgumentsTest {

    private final Map<Class<?>, Object> samples = samples();

    private static Map<Class<?>, Object> samples() {
        try {
            return Map.ofEntries(
                    Map.entry(String.class, "https://agents.example/one"),
                    Map.entry(String[].class, new String[] {"x"}),
                    Map.entry(Duration.class, Duration.ofSeconds(1)),
                    Map.entry(int.class, 2048),
                    Map.entry(long.class, 2048L),
                    Map.entry(UnaryOperator.class, UnaryOperator.identity()),
                    Map.entry(SideEffect.class, SideEffect.READ),
                    Map.entry(ToolPolicy.class, ToolPolicy.unset()),
                    Map.entry(A2aQuestions.class, A2aQuestions.PERSON),
                    Map.entry(A2aDeadline.class, A2aDeadline.CANCEL),
                    Map.entry(A2aLimits.class, A2aLimits.standard()),
                    Map.entry(A2aSignatures.class, A2aSignatures.ignored()),
                    Map.entry(A2aPush.class, A2aPush.at("https://me.example/push")),
                    Map.entry(ResourceAuthorizer.class, ResourceAuthorizer.none()),
                    Map.entry(CredentialProvider.class, CredentialProvider.none()),
                    Map.entry(Identity.class, World.ADA),
                    Map.entry(Clock.class, Clock.systemUTC()),
                    Map.entry(SSLContext.class, SSLContext.getDefault()),
                    Map.entry(
                            PublicKey.class,
                            KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic()),
                    Map.entry(Json.class, Json.EMPTY_OBJECT));
        } catch (java.security.GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyParameter_givenNullWhereNoneIsAllowed_isRefused() throws Exception {
        List<String> accepted = new ArrayList<>();
        int calls = 0;
        try (A2aAccess access = A2aAccess.create();
                A2aTools source = A2aTools.agent("a", "https://agents.example")
                        .access(access)
                        .build();
                A2aAgent agent = A2aTools.agent("a", "https://agents.example")
                        .access(access)
                        .buildAgent(Duration.ofSeconds(1))) {
            List<Object> receivers = List.of(
                    source,
                    agent,
                    A2aTools.agent("a", "https://agents.example"),
                    A2aAccess.builder(),
                    A2aLimits.builder(),
                    A2aSignatures.required(),
                    A2aPush.at("https://me.example/push"),
                    new A2aToolsProvider());
            for (Object receiver : receivers) {
                for (Method method : receiver.getClass().getDeclaredMethods()) {
                    calls += tryNulls(receiver, method, accepted);
                }
            }
        }
        assertThat(accepted).isEmpty();
        assertThat(calls).isGreaterThan(45);
    }

    private int tryNulls(Object receiver, Method method, List<String> accepted) throws IllegalAccessException {
        if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()) {
            return 0;
        }
        Parameter[] parameters = method.getParameters();
        int calls = 0;
        for (int i = 0; i < parameters.length; i++) {
            boolean nullable = parameters[i].getAnnotatedType().isAnnotationPresent(Nullable.class);
            if (!nullable && !parameters[i].getType().isPrimitive()) {
                calls++;
                Object[] arguments = arguments(parameters);
                arguments[i] = null;
                if (isTaken(receiver, method, arguments)) {
                    accepted.add(method + " #" + i);
                }
            }
        }
        return calls;
    }

    private Object[] arguments(Parameter[] parameters) {
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = samples.get(parameters[i].getType());
        }
        return arguments;
    }

    private static boolean isTaken(Object receiver, Method method, Object[] arguments) throws IllegalAccessException {
        try {
            method.invoke(Modifier.isStatic(method.getModifiers()) ? null : receiver, arguments);
            return true;
        } catch (InvocationTargetException e) {
            return !(e.getCause() instanceof NullPointerException)
                    && !(e.getCause() instanceof IllegalArgumentException);
        }
    }
}
