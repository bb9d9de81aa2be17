package dev.drover.tools.work;

import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.place.Obstacle;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The arguments of one call. They fit the schema by the time a tool is called; what does not fit
/// all the same is refused in words, not with a cast that fails.
public final class Arguments {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JsonNode object;

  private Arguments(JsonNode object) {
    this.object = object;
  }

  /// Which whole numbers are allowed.
  public record Range(int from, int to) {}

  public static Arguments of(ToolInvocation call) throws Obstacle {
    try {
      var parsed = JSON.readTree(call.arguments());
      if (parsed.isObject()) {
        return new Arguments(parsed);
      }
    } catch (JacksonException malformed) {
      throw new Obstacle("The arguments are not JSON: " + malformed.getOriginalMessage());
    }
    throw new Obstacle("The arguments are not a JSON object. Give them by name.");
  }

  public String text(String name) throws Obstacle {
    var value = object.get(name);
    if (value == null || !value.isString()) {
      throw new Obstacle("`%s` must be given, as a string.".formatted(name));
    }
    return value.stringValue();
  }

  public String text(String name, String otherwise) throws Obstacle {
    return isGiven(name) ? text(name) : otherwise;
  }

  public int number(String name, Range range, int otherwise) throws Obstacle {
    if (!isGiven(name)) {
      return otherwise;
    }
    var value = object.get(name);
    if (value == null
        || !value.canConvertToInt()
        || !value.canConvertToExactIntegral()
        || value.intValue() < range.from()
        || value.intValue() > range.to()) {
      throw new Obstacle(
          "`%s` must be a whole number from %d to %d.".formatted(name, range.from(), range.to()));
    }
    return value.intValue();
  }

  /// A number of bytes or characters.
  ///
  /// @return negative if it is not given
  public long length(String name) throws Obstacle {
    if (!isGiven(name)) {
      return -1;
    }
    var value = object.get(name);
    if (value == null
        || !value.canConvertToLong()
        || !value.canConvertToExactIntegral()
        || value.longValue() < 0) {
      throw new Obstacle("`%s` must be a whole number from 0.".formatted(name));
    }
    return value.longValue();
  }

  public boolean isSet(String name) throws Obstacle {
    if (!isGiven(name)) {
      return false;
    }
    var value = object.get(name);
    if (value == null || !value.isBoolean()) {
      throw new Obstacle("`%s` must be true or false.".formatted(name));
    }
    return value.booleanValue();
  }

  /// Objects in an array, each with arguments of its own.
  public List<Arguments> list(String name, int most) throws Obstacle {
    var value = object.get(name);
    if (value == null || !value.isArray() || value.isEmpty() || value.size() > most) {
      throw new Obstacle("`%s` must be an array of 1 to %d objects.".formatted(name, most));
    }
    var all = new ArrayList<Arguments>();
    for (var each : value) {
      if (!each.isObject()) {
        throw new Obstacle("`%s` must be an array of 1 to %d objects.".formatted(name, most));
      }
      all.add(new Arguments(each));
    }
    return all;
  }

  /// Models say "not given" with null as well.
  public boolean isGiven(String name) {
    var value = object.get(name);
    return value != null && !value.isNull();
  }
}
