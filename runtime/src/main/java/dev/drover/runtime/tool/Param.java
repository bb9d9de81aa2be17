package dev.drover.runtime.tool;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Describes one parameter of a [Tool], or one component of a record that is a parameter.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Param {
  /// For the model. May be empty.
  String description() default "";

  /// The parameter's own name, if empty. Names of method parameters are in the class file only if
  /// it was compiled with `-parameters`; without it this must be given.
  String name() default "";

  /// What is used when the model gives nothing; then it need not give anything. JSON, or the plain
  /// text where the type is written as text. Empty: there is no default.
  String defaultValue() default "";
}
