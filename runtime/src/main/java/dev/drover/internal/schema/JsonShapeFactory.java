package dev.drover.internal.schema;

import dev.drover.Param;
import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the shape of a Java type. One instance is used for one parameter: it tracks the enclosing
/// records, because a record that contains itself has no schema that models understand.
public final class JsonShapeFactory {
  private static final String SUPPORTED =
      "use String, a number, boolean, an enum, a record, a date or time, List, Set, an array, or"
          + " Map<String, …> of these";
  private static final String NAME = "[A-Za-z0-9_.-]{1,64}";
  private static final Set<Class<?>> LISTS = Set.of(List.class, Collection.class, Iterable.class);
  private static final Map<Class<?>, Object> EMPTY =
      Map.of(
          Optional.class, Optional.empty(),
          OptionalInt.class, OptionalInt.empty(),
          OptionalLong.class, OptionalLong.empty(),
          OptionalDouble.class, OptionalDouble.empty());

  private final Set<Class<?>> inside = new LinkedHashSet<>();

  /// A parameter or a component, before it is analysed.
  ///
  /// @param name null if the class file does not have it
  /// @param place for messages
  public record Slot(
      AnnotatedElement element, AnnotatedType type, @Nullable String name, String place) {}

  /// @throws IllegalArgumentException naming the place and what to do
  public JsonField field(Slot slot) {
    var param = slot.element().getAnnotation(Param.class);
    var name = name(slot, param);
    var shape = optionalOrPlain(slot);
    return new JsonField(
        name,
        param == null ? "" : param.description(),
        shape,
        absence(slot, shape, param == null ? "" : param.defaultValue()));
  }

  private static String name(Slot slot, @Nullable Param param) {
    var name = param == null || param.name().isEmpty() ? slot.name() : param.name();
    if (name == null) {
      throw refused(
          slot.place(),
          "its name was not compiled in; add @Param(name = \"…\") or compile with -parameters");
    }
    if (!name.matches(NAME)) {
      throw refused(
          slot.place(),
          "the name '%s' must be 1 to 64 letters, digits, '_', '.' or '-'; give another with"
                  .formatted(name)
              + " @Param(name = \"…\")");
    }
    return name;
  }

  private static JsonField.MissingValue absence(Slot slot, JsonShape shape, String defaultValue) {
    if (!defaultValue.isEmpty()) {
      return defaultOf(slot, shape, defaultValue);
    }
    var empty = EMPTY.get(raw(slot.type().getType()));
    if (empty != null) {
      return new JsonField.MissingValue.Means(empty);
    }
    if (!isNullable(slot)) {
      return new JsonField.MissingValue.Refused();
    }
    if (slot.type().getType() instanceof Class<?> type && type.isPrimitive()) {
      throw refused(slot.place(), "%s is never null; use its box, or an Optional".formatted(type));
    }
    return new JsonField.MissingValue.Means(null);
  }

  private static JsonField.MissingValue defaultOf(Slot slot, JsonShape shape, String defaultValue) {
    var json = shape.isText() ? new JsonTextWriter().string(defaultValue).toString() : defaultValue;
    var in = new JsonTokenReader(json);
    try {
      if (in.next() == JsonToken.END) {
        throw new JsonMismatch("there is no value in it");
      }
      shape.read(in);
      if (!in.isAtEnd()) {
        throw new JsonMismatch("something follows it");
      }
      return new JsonField.MissingValue.Default(json);
    } catch (JsonMismatch | InvalidJson unreadable) {
      throw refused(
          slot.place(),
          "its default '%s' does not fit: %s".formatted(defaultValue, unreadable.getMessage()));
    }
  }

  /// Any annotation of that name counts, on the type or on the declaration.
  private static boolean isNullable(Slot slot) {
    return hasNullable(slot.element()) || hasNullable(slot.type());
  }

  private static boolean hasNullable(AnnotatedElement annotated) {
    for (var one : annotated.getAnnotations()) {
      if (one.annotationType().getSimpleName().equals("Nullable")) {
        return true;
      }
    }
    return false;
  }

  private JsonShape optionalOrPlain(Slot slot) {
    var type = slot.type().getType();
    if (type == OptionalInt.class) {
      return CompositeShapes.optionalInt(of(int.class, slot.place()));
    }
    if (type == OptionalLong.class) {
      return CompositeShapes.optionalLong(of(long.class, slot.place()));
    }
    if (type == OptionalDouble.class) {
      return CompositeShapes.optionalDouble(of(double.class, slot.place()));
    }
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class
        ? CompositeShapes.optional(of(generic.getActualTypeArguments()[0], slot.place()))
        : of(type, slot.place());
  }

  public JsonShape of(Type type, String place) {
    return switch (type) {
      case Class<?> plain -> ofClass(plain, place);
      case ParameterizedType generic -> ofGeneric(generic, place);
      case GenericArrayType array -> {
        var component = array.getGenericComponentType();
        yield CompositeShapes.array(raw(component), of(component, place));
      }
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], place);
      default -> throw unsupported(type, place);
    };
  }

  private JsonShape ofClass(Class<?> type, String place) {
    var simple = simple(type);
    if (simple != null) {
      return simple;
    }
    if (type.isEnum()) {
      return TextShapes.ofEnum(type);
    }
    if (type.isRecord() && type.getTypeParameters().length == 0) {
      return ofRecord(type, place);
    }
    if (type.isArray()) {
      return CompositeShapes.array(type.componentType(), of(type.componentType(), place));
    }
    throw unsupported(type, place);
  }

  /// @return null if it consists of other shapes
  private static @Nullable JsonShape simple(Class<?> type) {
    if (type == boolean.class || type == Boolean.class) {
      return new Flag();
    }
    var number = NumberShapes.of(type);
    return number == null ? TextShapes.of(type) : number;
  }

  private JsonShape ofGeneric(ParameterizedType type, String place) {
    var arguments = type.getActualTypeArguments();
    if (LISTS.contains(raw(type))) {
      return CompositeShapes.list(of(arguments[0], place));
    }
    if (raw(type) == Set.class) {
      return CompositeShapes.set(of(arguments[0], place));
    }
    if (raw(type) == Map.class && arguments[0] == String.class) {
      return CompositeShapes.map(of(arguments[1], place));
    }
    throw unsupported(type, place);
  }

  private JsonShape ofRecord(Class<?> type, String place) {
    if (!inside.add(type)) {
      throw refused(place, "record %s contains itself".formatted(type.getName()));
    }
    var fields = new ArrayList<JsonField>();
    for (var component : type.getRecordComponents()) {
      var within = place + ", in " + type.getName() + "." + component.getName();
      fields.add(
          field(new Slot(component, component.getAnnotatedType(), component.getName(), within)));
    }
    inside.remove(type);
    return CompositeShapes.record(
        constructor(type, place), new JsonFields(fields, place + ", in " + type.getName()));
  }

  private static Constructor<?> constructor(Class<?> type, String place) {
    var parameters =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      var constructor = type.getDeclaredConstructor(parameters);
      ReflectiveAccess.open(constructor, place);
      return constructor;
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException("a record has its canonical constructor", impossible);
    }
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
      default -> Object.class;
    };
  }

  private static IllegalArgumentException unsupported(Type type, String place) {
    return refused(place, "type %s is not supported; %s".formatted(type.getTypeName(), SUPPORTED));
  }

  private static IllegalArgumentException refused(String place, String why) {
    return new IllegalArgumentException(place + ": " + why);
  }

  private record Flag() implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "boolean");
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var token = in.token();
      if (token != JsonToken.TRUE && token != JsonToken.FALSE) {
        throw JsonMismatch.wanted(JsonType.BOOLEAN, JsonType.of(token));
      }
      return token == JsonToken.TRUE;
    }
  }
}
