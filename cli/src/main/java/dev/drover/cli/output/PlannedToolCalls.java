package dev.drover.cli.output;

import dev.drover.kernel.message.HookMark;
import dev.drover.kernel.message.PlannedCall;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// The planned tool calls by effect, with a short description of each.
public final class PlannedToolCalls {
  /// Arguments that describe a call best, in order of preference; the others are details.
  private static final List<String> SUBJECTS =
      List.of("command", "path", "pattern", "url", "query");

  private static final JsonFactory JSON = new JsonFactory();

  private final Function<Text, String> texts;
  private final Map<EffectId, PlannedCall> planned = new HashMap<>();

  /// @param texts loads a text, wherever it is stored
  public PlannedToolCalls(Function<Text, String> texts) {
    this.texts = texts;
  }

  public void plan(List<PlannedCall> calls) {
    calls.forEach(call -> planned.put(call.effect(), call));
  }

  @Nullable PlannedCall find(EffectId effect) {
    return planned.get(effect);
  }

  public String tool(EffectId effect) {
    var call = planned.get(effect);
    return call == null ? effect.toString() : call.call().tool();
  }

  /// The subject of the call, without the tool's name; may be empty.
  public String subject(EffectId effect) {
    var call = planned.get(effect);
    return call == null ? "" : subject(call.call());
  }

  /// Names of the hooks that rewrote the call's arguments; may be empty.
  public String rewriters(EffectId effect) {
    var call = planned.get(effect);
    return call == null ? "" : rewriters(call.marks());
  }

  static String rewriters(List<HookMark> marks) {
    return marks.stream()
        .filter(mark -> mark.action() == HookMark.Action.REWROTE)
        .map(HookMark::hook)
        .collect(Collectors.joining(", "));
  }

  /// `bash make test`.
  public String describe(EffectId effect) {
    return (tool(effect) + " " + subject(effect)).strip();
  }

  public String describe(ToolCall call) {
    return (call.tool() + " " + subject(call)).strip();
  }

  private String subject(ToolCall call) {
    var arguments = arguments(texts.apply(call.arguments()));
    for (var name : SUBJECTS) {
      var subject = arguments.get(name);
      if (subject != null) {
        return subject;
      }
    }
    var parts = new ArrayList<String>();
    arguments.forEach((name, value) -> parts.add(name + "=" + value));
    return String.join(" ", parts);
  }

  /// The arguments that are plain values. A model may produce invalid JSON.
  private static Map<String, String> arguments(String json) {
    var arguments = new java.util.LinkedHashMap<String, String>();
    try (var parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return arguments;
      }
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        var name = parser.currentName();
        if (parser.nextToken().isScalarValue()) {
          arguments.put(name, parser.getString());
        } else {
          parser.skipChildren();
          arguments.put(name, "…");
        }
      }
    } catch (JacksonException malformed) {
      arguments.put("arguments", json);
    }
    return arguments;
  }
}
