package dev.drover.runtime.hook;

import dev.drover.kernel.Identity;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Usage;
import dev.drover.runtime.hook.CommandHook.CommandFailed;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// What is said to a command, and what it says, as JSON. Its output is read strictly: a word that
/// is not understood must not count as a yes.
final class CommandForm {
  private static final JsonFactory JSON = new JsonFactory();

  private CommandForm() {}

  static String write(HookPoint point) {
    var text = new StringWriter();
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      out.writeStartObject();
      out.writeStringProperty("point", point.name().word());
      var scene = point.scene();
      out.writeStringProperty("session", scene.session().value());
      var run = scene.run();
      if (run != null) {
        out.writeStringProperty("run", run.value());
      }
      out.writeStringProperty("agent", scene.agent());
      out.writeStringProperty("workspace", scene.workspace().toString());
      write(out, scene.identity());
      switch (point) {
        case HookPoint.Gated gated -> write(out, gated);
        case HookPoint.AfterTool after -> write(out, after);
        case HookPoint.Told told -> write(out, told);
      }
      out.writeEndObject();
    }
    return text.toString();
  }

  /// Only the names that were given.
  private static void write(JsonGenerator out, Identity identity) {
    var names = new LinkedHashMap<String, String>();
    names.put("tenant", identity.tenant());
    names.put("principal", identity.principal());
    names.put("template", identity.template());
    names.put("correlation", identity.correlation());
    names.values().removeIf(String::isEmpty);
    names.forEach(out::writeStringProperty);
  }

  private static void write(JsonGenerator out, HookPoint.Gated point) {
    switch (point) {
      case HookPoint.PromptSubmit(_, var prompt) -> out.writeStringProperty("prompt", prompt);
      case HookPoint.BeforeTool(_, var effect, var tool, var arguments) -> {
        out.writeStringProperty("effect", effect.toString());
        out.writeStringProperty("tool", tool);
        raw(out, arguments);
      }
      case HookPoint.BeforeCompaction(_, var cause, var messages, var tokens, var told) -> {
        out.writeStringProperty("cause", word(cause));
        out.writeNumberProperty("messages", messages);
        out.writeNumberProperty("tokens", tokens);
        out.writeStringProperty("instructions", told);
      }
    }
  }

  private static void write(JsonGenerator out, HookPoint.AfterTool point) {
    out.writeStringProperty("effect", point.effect().toString());
    out.writeStringProperty("tool", point.tool());
    raw(out, point.arguments());
    out.writeStringProperty("ending", word(point.ending()));
    out.writeStringProperty("text", point.text());
  }

  private static void raw(JsonGenerator out, String arguments) {
    out.writeName("arguments");
    out.writeRawValue(arguments);
  }

  private static void write(JsonGenerator out, HookPoint.Told point) {
    switch (point) {
      case HookPoint.SessionStart(_, var beginning) ->
          out.writeStringProperty("beginning", word(beginning));
      case HookPoint.SessionEnd(_, var turns, var usage) -> {
        out.writeNumberProperty("turns", turns);
        write(out, usage);
      }
      case HookPoint.BeforeModel(_, var model, var attempt) -> {
        out.writeStringProperty("model", model);
        out.writeNumberProperty("attempt", attempt);
      }
      case HookPoint.AfterModel(_, var model, var text, var calls, var usage) -> {
        out.writeStringProperty("model", model);
        out.writeStringProperty("text", text);
        out.writeNumberProperty("calls", calls);
        write(out, usage);
      }
      case HookPoint.ApprovalAsked(_, var approval, var tool, var why) -> {
        out.writeStringProperty("approval", approval.toString());
        out.writeStringProperty("tool", tool);
        out.writeStringProperty("why", why);
      }
      case HookPoint.PermissionDenied denied -> write(out, denied);
      case HookPoint.TaskStart started -> write(out, started);
      case HookPoint.TaskEnd ended -> write(out, ended);
      case HookPoint.AfterCompaction after -> write(out, after);
      case HookPoint.RunEnd(_, var status, var text, var usage) -> {
        out.writeStringProperty("status", word(status));
        out.writeStringProperty("text", text);
        write(out, usage);
      }
      case HookPoint.RunError(_, var problem) -> write(out, problem);
      case HookPoint.RateLimit(_, var model, var problem, var retryAt) -> {
        out.writeStringProperty("model", model);
        write(out, problem);
        out.writeStringProperty("retry_at", retryAt.toString());
      }
    }
  }

  private static void write(JsonGenerator out, HookPoint.TaskStart point) {
    out.writeStringProperty("effect", point.effect().toString());
    out.writeStringProperty("child", point.child().value());
    out.writeStringProperty("worker", point.worker());
    out.writeStringProperty("mode", word(point.mode()));
  }

  private static void write(JsonGenerator out, HookPoint.TaskEnd point) {
    out.writeStringProperty("child", point.child().value());
    out.writeStringProperty("worker", point.worker());
    out.writeStringProperty("status", word(point.status()));
    write(out, point.usage());
  }

  private static void write(JsonGenerator out, HookPoint.AfterCompaction point) {
    out.writeStringProperty("cause", word(point.cause()));
    out.writeNumberProperty("dropped", point.dropped());
    out.writeNumberProperty("kept", point.kept());
    out.writeNumberProperty("trimmed", point.trimmed());
    out.writeStringProperty("summary", point.summary());
  }

  private static void write(JsonGenerator out, HookPoint.PermissionDenied point) {
    out.writeStringProperty("effect", point.effect().toString());
    out.writeStringProperty("tool", point.tool());
    out.writeStringProperty("by", point.by());
    out.writeStringProperty("why", point.why());
  }

  private static void write(JsonGenerator out, Usage usage) {
    out.writeObjectPropertyStart("usage");
    out.writeNumberProperty("input", usage.input());
    out.writeNumberProperty("output", usage.output());
    out.writeNumberProperty("cache_read", usage.cacheRead());
    out.writeNumberProperty("cache_write", usage.cacheWrite());
    out.writeNumberProperty("reasoning", usage.reasoning());
    out.writeEndObject();
  }

  private static void write(JsonGenerator out, Problem problem) {
    out.writeObjectPropertyStart("problem");
    out.writeStringProperty("code", problem.code());
    out.writeStringProperty("title", problem.title());
    out.writeStringProperty("detail", problem.detail());
    out.writeStringProperty("remedy", problem.remedy());
    out.writeEndObject();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// What a command decided.
  ///
  /// @param at says what a rewrite is called there
  static GateOutcome read(PointName at, String output) throws CommandFailed {
    try (var in = JSON.createParser(ObjectReadContext.empty(), output)) {
      var said = new Said(at);
      if (in.nextToken() != JsonToken.START_OBJECT) {
        throw new CommandFailed("its command did not say a JSON object");
      }
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        said.take(in.currentName(), in, output);
      }
      if (in.nextToken() != null) {
        throw new CommandFailed("its command said more than one JSON object");
      }
      return said.outcome();
    } catch (JacksonException malformed) {
      throw new CommandFailed(
          "its command did not say a JSON object: " + malformed.getOriginalMessage());
    }
  }

  /// The fields of what a command says.
  private static final class Said {
    private final String rewritten;
    private @Nullable String decision;
    private @Nullable String to;
    private String reason = "";

    Said(PointName at) {
      this.rewritten =
          switch (at) {
            case PROMPT_SUBMIT -> "prompt";
            case BEFORE_TOOL -> "arguments";
            case AFTER_TOOL -> "text";
            case BEFORE_COMPACTION -> "instructions";
            case SESSION_START,
                SESSION_END,
                BEFORE_MODEL,
                AFTER_MODEL,
                AFTER_COMPACTION,
                APPROVAL_ASKED,
                PERMISSION_DENIED,
                TASK_START,
                TASK_END,
                RUN_END,
                ERROR,
                RATE_LIMIT ->
                throw new IllegalArgumentException("nothing is decided at " + at.word());
          };
    }

    void take(String field, JsonParser in, String output) throws CommandFailed {
      var token = in.nextToken();
      if (field.equals("arguments") && token == JsonToken.START_OBJECT) {
        int from = (int) in.currentTokenLocation().getCharOffset();
        in.skipChildren();
        value(field, output.substring(from, (int) in.currentLocation().getCharOffset()));
      } else if (token == JsonToken.VALUE_STRING && !field.equals("arguments")) {
        value(field, in.getString());
      } else {
        throw new CommandFailed("its command said a '%s' that cannot be read".formatted(field));
      }
    }

    private void value(String field, String value) throws CommandFailed {
      if (field.equals(rewritten)) {
        to = value;
      } else if (field.equals("decision")) {
        decision = value;
      } else if (field.equals("reason")) {
        reason = value;
      } else {
        throw new CommandFailed("its command said '%s', which is not known".formatted(field));
      }
    }

    GateOutcome outcome() throws CommandFailed {
      return switch (decision) {
        case "continue" -> GateOutcome.proceed();
        case "deny" -> GateOutcome.deny(reason.isBlank() ? "it gave no reason" : reason);
        case "rewrite" -> {
          if (to == null) {
            throw new CommandFailed(
                "its command rewrites and does not say '%s'".formatted(rewritten));
          }
          yield new GateOutcome.Rewrite(to, reason);
        }
        case null -> throw new CommandFailed("its command said no 'decision'");
        default ->
            throw new CommandFailed("its command said the decision '%s'".formatted(decision));
      };
    }
  }
}
