package dev.drover;

import dev.drover.kernel.message.CallTerms.Pace;
import dev.drover.kernel.value.EffectClass;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Offers a method to models. [dev.drover.internal.tool.JavaTools] lists the permitted signatures.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Tool {
  /// What the tool does and when to use it, for the model.
  String description();

  /// The name of the tool; if empty, the name of the method.
  String name() default "";

  /// The effects of a call. Declare less than the worst only if it is true: a pure or idempotent
  /// call is repeated after a crash.
  EffectClass effects() default EffectClass.UNSAFE;

  /// What happens to a call that was in progress when the process died.
  Recovery recovery() default Recovery.BY_EFFECTS;

  /// Whether it may run in parallel with the other calls of a turn.
  Pace pace() default Pace.IN_ORDER;

  int timeoutSeconds() default 120;

  /// How many bytes of the result the model sees; the whole is kept as an artifact.
  int outputLimit() default 50 * 1024;

  /// What happens to a call that was in progress when the process died.
  enum Recovery {
    /// A pure or idempotent call is repeated. For an unsafe one, the model is informed that it may
    /// have happened.
    BY_EFFECTS,
    /// The model is informed that the call may have happened.
    TELL_MODEL,
    /// A person decides whether the call is repeated.
    ASK_PERSON
  }
}
