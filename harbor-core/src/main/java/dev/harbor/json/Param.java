package dev.harbor.json;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names, describes or defaults a record component or a method parameter; on an enum constant only the name counts.
 *
 * <p>A component with a default may be missing or null in JSON; the default then takes its place. It is read by the component's own codec when that is
 * built, so that a default that does not fit is refused there.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER, ElementType.FIELD})
public @interface Param {

    /** Returns the name in JSON; empty means the Java name. */
    String value() default "";

    /** Returns the text that the schema shows; empty means none. */
    String description() default "";

    /** Returns the default as JSON text, or as bare text for a type that JSON writes as a string; empty means none. */
    String defaultValue() default "";
}
