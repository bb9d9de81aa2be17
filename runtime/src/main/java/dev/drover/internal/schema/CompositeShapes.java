package dev.drover.internal.schema;

import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import dev.drover.schema.plain.JsonType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/// The shapes that consist of other shapes.
final class CompositeShapes {
  private CompositeShapes() {}

  static JsonShape list(JsonShape item) {
    return new Items(item, List::copyOf);
  }

  /// Keeps the order of the items in the JSON; duplicates count once.
  static JsonShape set(JsonShape item) {
    return new Items(item, items -> Collections.unmodifiableSet(new LinkedHashSet<>(items)));
  }

  static JsonShape array(Class<?> component, JsonShape item) {
    return new Items(
        item,
        items -> {
          var array = Array.newInstance(component, items.size());
          for (int i = 0; i < items.size(); i++) {
            Array.set(array, i, items.get(i));
          }
          return array;
        });
  }

  static JsonShape map(JsonShape value) {
    return new ByName(value);
  }

  static JsonShape record(Constructor<?> constructor, JsonFields fields) {
    return new OfRecord(constructor, fields);
  }

  static JsonShape optional(JsonShape value) {
    return new Wrapped(value, Optional::of);
  }

  static JsonShape optionalInt(JsonShape value) {
    return new Wrapped(value, read -> OptionalInt.of((Integer) read));
  }

  static JsonShape optionalLong(JsonShape value) {
    return new Wrapped(value, read -> OptionalLong.of((Long) read));
  }

  static JsonShape optionalDouble(JsonShape value) {
    return new Wrapped(value, read -> OptionalDouble.of((Double) read));
  }

  private record Items(JsonShape item, Function<List<Object>, Object> collect)
      implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "array");
      schema.name("items");
      schema.open();
      item.describe(schema);
      schema.close();
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      if (in.token() != JsonToken.ARRAY) {
        throw JsonMismatch.wanted(JsonType.ARRAY, JsonType.of(in.token()));
      }
      var items = new ArrayList<Object>();
      while (in.next() != JsonToken.END_ARRAY) {
        try {
          items.add(item.read(in));
        } catch (JsonMismatch misfit) {
          throw misfit.at(items.size());
        }
      }
      return collect.apply(items);
    }
  }

  private record ByName(JsonShape value) implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      schema.field("type", "object");
      schema.name("additionalProperties");
      schema.open();
      value.describe(schema);
      schema.close();
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      if (in.token() != JsonToken.OBJECT) {
        throw JsonMismatch.wanted(JsonType.OBJECT, JsonType.of(in.token()));
      }
      var values = new LinkedHashMap<String, Object>();
      while (in.next() != JsonToken.END_OBJECT) {
        var name = in.text();
        in.next();
        try {
          if (values.put(name, value.read(in)) != null) {
            throw new JsonMismatch("given twice");
          }
        } catch (JsonMismatch misfit) {
          throw misfit.under(name);
        }
      }
      return Collections.unmodifiableMap(values);
    }
  }

  private record OfRecord(Constructor<?> constructor, JsonFields fields) implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      fields.describe(schema);
    }

    /// The message of an exception of the record's constructor is returned to the model.
    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      var values = fields.read(in);
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException thrown) {
        throw new JsonMismatch(ReflectiveFailure.describe(ReflectiveFailure.exception(thrown)));
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException("the constructor of a record can be called", impossible);
      }
    }
  }

  private record Wrapped(JsonShape value, Function<Object, Object> wrap) implements JsonShape {
    @Override
    public void describe(JsonTextWriter schema) {
      value.describe(schema);
    }

    @Override
    public Object read(JsonTokenReader in) throws JsonMismatch {
      return wrap.apply(value.read(in));
    }

    @Override
    public boolean isText() {
      return value.isText();
    }
  }
}
