package dev.drover;

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
  /// A description for the model. May be empty.
  String description() default "";

  /// The name of the parameter; if empty, the name in the source. Names of method parameters are in
  /// the class file only if it was compiled with `-parameters`; without it this must be given.
  String name() default "";

  /// The value if the model gives none, which makes the parameter optional. JSON, or plain text
  /// where the type is written as text. Empty: there is no default.
  String defaultValue() default "";
}
