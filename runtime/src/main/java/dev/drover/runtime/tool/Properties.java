package dev.drover.runtime.tool;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What an object shows of itself. A record does so the way it is read: by the names of its
/// components, or those that [Param] gives. Every other object has getters and public fields.
///
/// A module that opens its tools to us need not open them to a JSON library as well.
final class Properties {
  private static final ClassValue<Map<String, Property>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<String, Property> computeValue(Class<?> type) {
          return type.isRecord() ? components(type, type.getName()) : shown(type);
        }
      };

  private Properties() {}

  /// One property of an object.
  interface Property {
    @Nullable Object of(Object owner);
  }

  /// Their names, in the order in which they are written.
  ///
  /// @throws IllegalArgumentException if there are none that we may read
  static Map<String, Property> of(Class<?> type) {
    return KNOWN.get(type);
  }

  /// @param place for the message
  /// @throws IllegalArgumentException saying which package must be opened to whom
  static Map<String, Property> components(Class<?> type, String place) {
    var components = new LinkedHashMap<String, Property>();
    for (var component : type.getRecordComponents()) {
      var param = component.getAnnotation(Param.class);
      var name = param == null || param.name().isEmpty() ? component.getName() : param.name();
      Access.open(component.getAccessor(), place);
      components.put(name, getter(component.getAccessor()));
    }
    return components;
  }

  /// Those that are fields too stand in the order of these; all others follow by name, because the
  /// order of methods is lost when a class is compiled.
  private static Map<String, Property> shown(Class<?> type) {
    var found = new TreeMap<String, Property>();
    for (var field : type.getFields()) {
      if (isReadable(field)) {
        found.put(field.getName(), owner -> value(field, owner));
      }
    }
    for (var method : type.getMethods()) {
      var name = property(method);
      if (!name.isEmpty() && isReadable(method)) {
        found.put(name, getter(method));
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has neither getters nor public fields; return a record, a map or text"
              .formatted(type.getName()));
    }
    var inOrder = new LinkedHashMap<String, Property>();
    for (var name : fields(type)) {
      var property = found.remove(name);
      if (property != null) {
        inOrder.put(name, property);
      }
    }
    inOrder.putAll(found);
    return inOrder;
  }

  /// The names of all fields, those of the class that is extended first.
  private static List<String> fields(Class<?> type) {
    var names = new ArrayList<String>();
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      names.addAll(
          0,
          Arrays.stream(each.getDeclaredFields()).map(java.lang.reflect.Field::getName).toList());
    }
    return names;
  }

  private static <M extends AccessibleObject & Member> boolean isReadable(M member) {
    return !Modifier.isStatic(member.getModifiers())
        && member.getDeclaringClass() != Object.class
        && member.trySetAccessible();
  }

  /// @return empty if the method is no getter
  private static String property(Method method) {
    var type = method.getReturnType();
    if (method.getParameterCount() > 0 || type == void.class) {
      return "";
    }
    var name = method.getName();
    if (name.startsWith("get")) {
      return decapitalized(name.substring("get".length()));
    }
    boolean asks = name.startsWith("is") && (type == boolean.class || type == Boolean.class);
    return asks ? decapitalized(name.substring("is".length())) : "";
  }

  /// @return empty if it does not begin with a capital
  private static String decapitalized(String name) {
    return name.isEmpty() || Character.isLowerCase(name.charAt(0))
        ? ""
        : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static Property getter(Method method) {
    return owner -> {
      try {
        return method.invoke(owner);
      } catch (InvocationTargetException thrown) {
        throw new IllegalStateException(Thrown.words(Thrown.exception(thrown)), thrown);
      } catch (IllegalAccessException impossible) {
        throw new IllegalStateException("the method was opened", impossible);
      }
    };
  }

  private static @Nullable Object value(java.lang.reflect.Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException("the field was opened", impossible);
    }
  }
}
