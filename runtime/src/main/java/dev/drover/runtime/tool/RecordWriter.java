package dev.drover.runtime.tool;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/// Writes a record the way it is read: by the names of its components, or those that [Param] gives.
///
/// A module that opens its tools to us need not open them to a JSON library as well.
final class RecordWriter extends ValueSerializer<Record> {
  private static final ClassValue<Map<String, Method>> ACCESSORS =
      new ClassValue<>() {
        @Override
        protected Map<String, Method> computeValue(Class<?> type) {
          return accessors(type, type.getName());
        }
      };

  /// @throws IllegalArgumentException saying which package must be opened to whom
  static Map<String, Method> accessors(Class<?> type, String place) {
    var accessors = new LinkedHashMap<String, Method>();
    for (var component : type.getRecordComponents()) {
      var param = component.getAnnotation(Param.class);
      var name = param == null || param.name().isEmpty() ? component.getName() : param.name();
      Access.open(component.getAccessor(), place);
      accessors.put(name, component.getAccessor());
    }
    return accessors;
  }

  @Override
  public void serialize(Record record, JsonGenerator out, SerializationContext context) {
    out.writeStartObject(record);
    ACCESSORS
        .get(record.getClass())
        .forEach(
            (name, accessor) -> {
              out.writeName(name);
              write(value(accessor, record), out, context);
            });
    out.writeEndObject();
  }

  private static void write(
      @Nullable Object value, JsonGenerator out, SerializationContext context) {
    if (value == null) {
      out.writeNull();
    } else {
      context.writeValue(out, value);
    }
  }

  private static @Nullable Object value(Method accessor, Record record) {
    try {
      return accessor.invoke(record);
    } catch (InvocationTargetException thrown) {
      throw new IllegalStateException(Thrown.words(Thrown.exception(thrown)), thrown);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException("the accessor was opened", impossible);
    }
  }
}
