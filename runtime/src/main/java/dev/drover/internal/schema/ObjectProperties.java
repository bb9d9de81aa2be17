package dev.drover.internal.schema;

import dev.drover.Param;
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

/// The properties of an object. A record has the same properties as when it is read: the names of
/// its components, or those of [Param]. Every other object has getters and public fields.
///
/// A module that opens its tools to Drover need not open them to a JSON library as well.
public final class ObjectProperties {
  private static final ClassValue<Map<String, Property>> KNOWN =
      new ClassValue<>() {
        @Override
        protected Map<String, Property> computeValue(Class<?> type) {
          return type.isRecord() ? components(type, type.getName()) : shown(type);
        }
      };

  private ObjectProperties() {}

  /// One property of an object.
  interface Property {
    @Nullable Object of(Object owner);
  }

  /// The properties by name, in the order in which they are written.
  ///
  /// @throws IllegalArgumentException if there are none that are accessible
  static Map<String, Property> of(Class<?> type) {
    return KNOWN.get(type);
  }

  /// @param place for the message
  /// @throws IllegalArgumentException naming the package that must be opened, and to which module
  public static Map<String, Property> components(Class<?> type, String place) {
    var components = new LinkedHashMap<String, Property>();
    for (var component : type.getRecordComponents()) {
      var param = component.getAnnotation(Param.class);
      var name = param == null || param.name().isEmpty() ? component.getName() : param.name();
      ReflectiveAccess.open(component.getAccessor(), place);
      components.put(name, getter(component.getAccessor()));
    }
    return components;
  }

  /// Properties that are also fields have the order of the fields; all others follow by name,
  /// because the order of methods is lost when a class is compiled.
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

  /// The names of all fields, those of the superclass first.
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

  /// @return empty if the method is not a getter
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

  /// @return empty if it does not begin with a capital letter
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
        throw new IllegalStateException(
            ReflectiveFailure.describe(ReflectiveFailure.exception(thrown)), thrown);
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
