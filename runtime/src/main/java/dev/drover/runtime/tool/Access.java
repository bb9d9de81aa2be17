package dev.drover.runtime.tool;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;

/// Makes a method or constructor callable, whatever its visibility, where the module system allows.
final class Access {
  private Access() {}

  /// @throws IllegalArgumentException saying which package must be opened to whom
  static <M extends AccessibleObject & Member> void open(M member, String place) {
    if (!member.trySetAccessible()) {
      var owner = member.getDeclaringClass();
      var here = Access.class.getModule();
      throw new IllegalArgumentException(
          "%s: %s cannot be called; module %s must say `opens %s%s`"
              .formatted(
                  place,
                  owner.getName(),
                  owner.getModule().getName(),
                  owner.getPackageName(),
                  here.isNamed() ? " to " + here.getName() : ""));
    }
  }
}
