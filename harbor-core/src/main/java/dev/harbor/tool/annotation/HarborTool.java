package dev.harbor.tool.annotation;

import dev.harbor.tool.Loading;
import dev.harbor.tool.SideEffect;
import dev.harbor.tool.ToolId;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a public method a tool, once its object is handed to {@link AnnotatedTools#of(Object)}. The method may be in a superclass or an interface.
 *
 * <p>The schema comes from the parameters, which are bound by name (compile with {@code -parameters}, or name them with {@link dev.harbor.json.Param}), and
 * from the return type. A parameter of the type {@link dev.harbor.tool.ToolContext} is given the context of the call.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface HarborTool {

    /** Returns the name of the tool; empty for that of the method. */
    String name() default "";

    /** Returns the version of the tool. */
    String version() default ToolId.DEFAULT_VERSION;

    /** Returns what the tool does, for planners; empty for its name. */
    String description() default "";

    /** Returns the effect, one at most; none means that it is not declared, and is taken for {@link SideEffect#STATEFUL}. */
    SideEffect[] effect() default {};

    /** Tells whether the method does the work once for one {@link dev.harbor.tool.ToolContext#idempotencyKey()}. */
    boolean idempotent() default false;

    /** Returns the tags. */
    String[] tags() default {};

    /** Returns the scopes that the caller's credentials must carry. */
    String[] authScopes() default {};

    /** Returns when the tool is advertised. */
    Loading loading() default Loading.ALWAYS;
}
