package dev.drover.runtime.tool;

import dev.drover.runtime.json.JsonText;
import dev.drover.runtime.json.JsonToken;
import dev.drover.runtime.json.JsonTokens;
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

/// The shapes that are made of other shapes.
final class Composites {
  private Composites() {}

  static Shape list(Shape item) {
    return new Items(item, List::copyOf);
  }

  /// Keeps the order in which the model gave the items; one that comes twice counts once.
  static Shape set(Shape item) {
    return new Items(item, items -> Collections.unmodifiableSet(new LinkedHashSet<>(items)));
  }

  static Shape array(Class<?> component, Shape item) {
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

  static Shape map(Shape value) {
    return new ByName(value);
  }

  static Shape record(Constructor<?> constructor, Fields fields) {
    return new OfRecord(constructor, fields);
  }

  static Shape optional(Shape value) {
    return new Wrapped(value, Optional::of);
  }

  static Shape optionalInt(Shape value) {
    return new Wrapped(value, read -> OptionalInt.of((Integer) read));
  }

  static Shape optionalLong(Shape value) {
    return new Wrapped(value, read -> OptionalLong.of((Long) read));
  }

  static Shape optionalDouble(Shape value) {
    return new Wrapped(value, read -> OptionalDouble.of((Double) read));
  }

  private record Items(Shape item, Function<List<Object>, Object> collect) implements Shape {
    @Override
    public void describe(JsonText schema) {
      schema.field("type", "array");
      schema.name("items");
      schema.open();
      item.describe(schema);
      schema.close();
    }

    @Override
    public Object read(JsonTokens in) throws Misfit {
      if (in.token() != JsonToken.ARRAY) {
        throw Misfit.wanted(JsonType.ARRAY, JsonType.of(in.token()));
      }
      var items = new ArrayList<Object>();
      while (in.next() != JsonToken.END_ARRAY) {
        try {
          items.add(item.read(in));
        } catch (Misfit misfit) {
          throw misfit.at(items.size());
        }
      }
      return collect.apply(items);
    }
  }

  private record ByName(Shape value) implements Shape {
    @Override
    public void describe(JsonText schema) {
      schema.field("type", "object");
      schema.name("additionalProperties");
      schema.open();
      value.describe(schema);
      schema.close();
    }

    @Override
    public Object read(JsonTokens in) throws Misfit {
      if (in.token() != JsonToken.OBJECT) {
        throw Misfit.wanted(JsonType.OBJECT, JsonType.of(in.token()));
      }
      var values = new LinkedHashMap<String, Object>();
      while (in.next() != JsonToken.END_OBJECT) {
        var name = in.text();
        in.next();
        try {
          if (values.put(name, value.read(in)) != null) {
            throw new Misfit("given twice");
          }
        } catch (Misfit misfit) {
          throw misfit.under(name);
        }
      }
      return Collections.unmodifiableMap(values);
    }
  }

  private record OfRecord(Constructor<?> constructor, Fields fields) implements Shape {
    @Override
    public void describe(JsonText schema) {
      fields.describe(schema);
    }

    /// What the record's own constructor refuses, the model gets to read.
    @Override
    public Object read(JsonTokens in) throws Misfit {
      var values = fields.read(in);
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException thrown) {
        throw new Misfit(Thrown.words(Thrown.exception(thrown)));
      } catch (ReflectiveOperationException impossible) {
        throw new IllegalStateException("the constructor of a record can be called", impossible);
      }
    }
  }

  private record Wrapped(Shape value, Function<Object, Object> wrap) implements Shape {
    @Override
    public void describe(JsonText schema) {
      value.describe(schema);
    }

    @Override
    public Object read(JsonTokens in) throws Misfit {
      return wrap.apply(value.read(in));
    }

    @Override
    public boolean isText() {
      return value.isText();
    }
  }
}
