package dev.drover.runtime.tool;

import dev.drover.kernel.CallTerms.Pace;
import dev.drover.kernel.EffectClass;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Offers a method to models. See [JavaTools] for what its signature may hold.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Tool {
  /// What it does and when to use it, for the model.
  String description();

  /// The method's own name, if empty.
  String name() default "";

  /// What it does to the world. Declare less than the worst only if it is true: a pure or
  /// idempotent call is run again after a crash.
  EffectClass effects() default EffectClass.UNSAFE;

  /// What becomes of a call that was under way when the process died.
  Recovery recovery() default Recovery.BY_EFFECTS;

  /// Whether it may run beside the other calls of a turn.
  Pace pace() default Pace.IN_ORDER;

  int timeoutSeconds() default 120;

  /// How many bytes of its result the model is shown; the rest is kept elsewhere.
  int outputLimit() default 50 * 1024;

  /// What becomes of a call that was under way when the process died.
  enum Recovery {
    /// A pure or idempotent call is run again; of an unsafe one the model is told that it may have
    /// happened.
    BY_EFFECTS,
    /// The model is told that it may have happened.
    TELL_MODEL,
    /// A person decides whether it is run again.
    ASK_PERSON
  }
}
