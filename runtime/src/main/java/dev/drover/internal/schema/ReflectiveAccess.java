package dev.drover.internal.schema;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;

/// Makes a method or constructor accessible, regardless of its visibility, where the module system
/// allows it.
public final class ReflectiveAccess {
  private ReflectiveAccess() {}

  /// @throws IllegalArgumentException naming the package that must be opened, and to which module
  public static <M extends AccessibleObject & Member> void open(M member, String place) {
    if (!member.trySetAccessible()) {
      var owner = member.getDeclaringClass();
      var here = ReflectiveAccess.class.getModule();
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
