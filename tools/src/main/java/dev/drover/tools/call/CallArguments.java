package dev.drover.tools.call;

import dev.drover.spi.tool.ToolInvocation;
import dev.drover.tools.workspace.ToolRefusal;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The arguments of one call. They were validated against the schema before the tool is called; a
/// value that still does not fit is refused with a message instead of a failed cast.
public final class CallArguments {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final JsonNode object;

  private CallArguments(JsonNode object) {
    this.object = object;
  }

  /// The range of allowed integers.
  public record Range(int from, int to) {}

  public static CallArguments of(ToolInvocation call) throws ToolRefusal {
    try {
      var parsed = JSON.readTree(call.arguments());
      if (parsed.isObject()) {
        return new CallArguments(parsed);
      }
    } catch (JacksonException malformed) {
      throw new ToolRefusal("The arguments are not JSON: " + malformed.getOriginalMessage());
    }
    throw new ToolRefusal("The arguments are not a JSON object. Give them by name.");
  }

  public String text(String name) throws ToolRefusal {
    var value = object.get(name);
    if (value == null || !value.isString()) {
      throw new ToolRefusal("`%s` must be given, as a string.".formatted(name));
    }
    return value.stringValue();
  }

  public String text(String name, String otherwise) throws ToolRefusal {
    return isGiven(name) ? text(name) : otherwise;
  }

  public int number(String name, Range range, int otherwise) throws ToolRefusal {
    if (!isGiven(name)) {
      return otherwise;
    }
    var value = object.get(name);
    if (value == null
        || !value.canConvertToInt()
        || !value.canConvertToExactIntegral()
        || value.intValue() < range.from()
        || value.intValue() > range.to()) {
      throw new ToolRefusal(
          "`%s` must be a whole number from %d to %d.".formatted(name, range.from(), range.to()));
    }
    return value.intValue();
  }

  /// A number of bytes or characters.
  ///
  /// @return negative if the argument is missing
  public long length(String name) throws ToolRefusal {
    if (!isGiven(name)) {
      return -1;
    }
    var value = object.get(name);
    if (value == null
        || !value.canConvertToLong()
        || !value.canConvertToExactIntegral()
        || value.longValue() < 0) {
      throw new ToolRefusal("`%s` must be a whole number from 0.".formatted(name));
    }
    return value.longValue();
  }

  public boolean isSet(String name) throws ToolRefusal {
    if (!isGiven(name)) {
      return false;
    }
    var value = object.get(name);
    if (value == null || !value.isBoolean()) {
      throw new ToolRefusal("`%s` must be true or false.".formatted(name));
    }
    return value.booleanValue();
  }

  /// An array of objects, each with its own arguments.
  public List<CallArguments> list(String name, int most) throws ToolRefusal {
    var value = object.get(name);
    if (value == null || !value.isArray() || value.isEmpty() || value.size() > most) {
      throw new ToolRefusal("`%s` must be an array of 1 to %d objects.".formatted(name, most));
    }
    var all = new ArrayList<CallArguments>();
    for (var each : value) {
      if (!each.isObject()) {
        throw new ToolRefusal("`%s` must be an array of 1 to %d objects.".formatted(name, most));
      }
      all.add(new CallArguments(each));
    }
    return all;
  }

  /// Models also send null for an argument that they leave out.
  public boolean isGiven(String name) {
    var value = object.get(name);
    return value != null && !value.isNull();
  }
}
