package dev.drover.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The kinds of values that records of the kernel consist of, found by reflection, so that a new
/// one cannot be forgotten.
final class RecordKinds {
  private RecordKinds() {}

  /// The records that are permitted below a sealed type, each once, even if it is in several
  /// groups.
  static Set<Class<?>> of(Class<?> sealed) {
    var kinds = new LinkedHashSet<Class<?>>();
    for (var permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isSealed()) {
        kinds.addAll(of(permitted));
      } else {
        kinds.add(permitted);
      }
    }
    return kinds;
  }

  /// The names of all records and constants below a sealed type, at any depth.
  static Set<String> inside(Class<?> sealed) {
    var names = new TreeSet<String>();
    of(sealed).forEach(kind -> addInside(kind, names, new HashSet<>()));
    return names;
  }

  private static void addInside(Type type, Set<String> names, Set<Type> seen) {
    if (!seen.add(type)) {
      return;
    }
    if (type instanceof ParameterizedType list) {
      addInside(list.getActualTypeArguments()[0], names, seen);
    } else if (type instanceof Class<?> of && of.isSealed()) {
      of(of).forEach(kind -> addInside(kind, names, seen));
    } else if (type instanceof Class<?> of && of.isEnum()) {
      for (var constant : of.getEnumConstants()) {
        names.add(name(constant));
      }
    } else if (type instanceof Class<?> of && of.isRecord()) {
      names.add(of.getName());
      for (var component : of.getRecordComponents()) {
        addInside(component.getGenericType(), names, seen);
      }
    }
  }

  /// The names of all records and constants in this value.
  static void collect(@Nullable Object value, Set<String> names) {
    switch (value) {
      case null -> {}
      case Enum<?> constant -> names.add(name(constant));
      case List<?> list -> list.forEach(element -> collect(element, names));
      case Record made -> {
        names.add(made.getClass().getName());
        for (var component : made.getClass().getRecordComponents()) {
          try {
            collect(component.getAccessor().invoke(made), names);
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      default -> {}
    }
  }

  private static String name(Object constant) {
    return constant.getClass().getName() + "." + constant;
  }
}
