package dev.drover.hook;

import dev.drover.hook.CommandHook.CommandFailed;
import dev.drover.hook.Hook.GateOutcome;
import dev.drover.hook.HookPoint.HookPointName;
import dev.drover.kernel.message.ModelReply.AnswerEnding;
import dev.drover.kernel.value.Identity;
import dev.drover.kernel.value.Problem;
import dev.drover.kernel.value.Usage;
import dev.drover.schema.plain.InvalidJson;
import dev.drover.schema.plain.JsonTextWriter;
import dev.drover.schema.plain.JsonToken;
import dev.drover.schema.plain.JsonTokenReader;
import java.util.LinkedHashMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The JSON input and output of a command hook. The output is parsed strictly: an unknown word must
/// not count as a permission.
final class CommandHookJson {
  private CommandHookJson() {}

  static String write(HookPoint point) {
    var out = new JsonTextWriter().open();
    out.field("point", point.name().word());
    var scene = point.scene();
    out.field("session", scene.session().value());
    var run = scene.run();
    if (run != null) {
      out.field("run", run.value());
    }
    out.field("agent", scene.agent());
    out.field("workspace", scene.workspace().toString());
    write(out, scene.identity());
    switch (point) {
      case HookPoint.Gated gated -> write(out, gated);
      case HookPoint.AfterTool after -> write(out, after);
      case HookPoint.Observed told -> write(out, told);
    }
    return out.close().toString();
  }

  /// Writes only the names that are present.
  private static void write(JsonTextWriter out, Identity identity) {
    var names = new LinkedHashMap<String, String>();
    names.put("tenant", identity.tenant());
    names.put("principal", identity.principal());
    names.put("template", identity.template());
    names.put("correlation", identity.correlation());
    names.values().removeIf(String::isEmpty);
    names.forEach(out::field);
  }

  private static void write(JsonTextWriter out, HookPoint.Gated point) {
    switch (point) {
      case HookPoint.PromptSubmit(_, var prompt) -> out.field("prompt", prompt);
      case HookPoint.BeforeTool(_, var effect, var tool, var arguments) -> {
        out.field("effect", effect.toString());
        out.field("tool", tool);
        raw(out, arguments);
      }
      case HookPoint.BeforeCompaction(_, var cause, var messages, var tokens, var told) -> {
        out.field("cause", word(cause));
        out.field("messages", messages);
        out.field("tokens", tokens);
        out.field("instructions", told);
      }
    }
  }

  private static void write(JsonTextWriter out, HookPoint.AfterTool point) {
    out.field("effect", point.effect().toString());
    out.field("tool", point.tool());
    raw(out, point.arguments());
    out.field("ending", word(point.ending()));
    out.field("text", point.text());
  }

  private static void raw(JsonTextWriter out, String arguments) {
    out.name("arguments").raw(arguments);
  }

  private static void write(JsonTextWriter out, HookPoint.Observed point) {
    switch (point) {
      case HookPoint.SessionStart(_, var beginning) -> out.field("beginning", word(beginning));
      case HookPoint.SessionEnd(_, var turns, var usage) -> {
        out.field("turns", turns);
        write(out, usage);
      }
      case HookPoint.BeforeModel(_, var model, var attempt) -> {
        out.field("model", model);
        out.field("attempt", attempt);
      }
      case HookPoint.AfterModel(_, var model, var text, var calls, var usage) -> {
        out.field("model", model);
        out.field("text", text);
        out.field("calls", calls);
        write(out, usage);
      }
      case HookPoint.ApprovalAsked(_, var approval, var tool, var why) -> {
        out.field("approval", approval.toString());
        out.field("tool", tool);
        out.field("why", why);
      }
      case HookPoint.PermissionDenied denied -> write(out, denied);
      case HookPoint.TaskStart started -> write(out, started);
      case HookPoint.TaskEnd ended -> write(out, ended);
      case HookPoint.AfterCompaction after -> write(out, after);
      case HookPoint.RunEnd ended -> write(out, ended);
      case HookPoint.RunError(_, var problem) -> write(out, problem);
      case HookPoint.RateLimit(_, var model, var problem, var retryAt) -> {
        out.field("model", model);
        write(out, problem);
        out.field("retry_at", retryAt.toString());
      }
    }
  }

  private static void write(JsonTextWriter out, HookPoint.TaskStart point) {
    out.field("effect", point.effect().toString());
    out.field("child", point.child().value());
    out.field("worker", point.worker());
    out.field("mode", word(point.mode()));
  }

  private static void write(JsonTextWriter out, HookPoint.TaskEnd point) {
    out.field("child", point.child().value());
    out.field("worker", point.worker());
    out.field("status", word(point.status()));
    write(out, point.usage());
  }

  private static void write(JsonTextWriter out, HookPoint.RunEnd point) {
    out.field("status", word(point.status()));
    out.field("text", point.text());
    if (point.ending() != AnswerEnding.WHOLE) {
      out.field("ending", word(point.ending()));
    }
    write(out, point.usage());
  }

  private static void write(JsonTextWriter out, HookPoint.AfterCompaction point) {
    out.field("cause", word(point.cause()));
    out.field("dropped", point.dropped());
    out.field("kept", point.kept());
    out.field("trimmed", point.trimmed());
    out.field("summary", point.summary());
  }

  private static void write(JsonTextWriter out, HookPoint.PermissionDenied point) {
    out.field("effect", point.effect().toString());
    out.field("tool", point.tool());
    out.field("by", point.by());
    out.field("why", point.why());
  }

  private static void write(JsonTextWriter out, Usage usage) {
    out.name("usage").open();
    out.field("input", usage.input());
    out.field("output", usage.output());
    out.field("cache_read", usage.cacheRead());
    out.field("cache_write", usage.cacheWrite());
    out.field("reasoning", usage.reasoning());
    out.close();
  }

  private static void write(JsonTextWriter out, Problem problem) {
    out.name("problem").open();
    out.field("code", problem.code());
    out.field("title", problem.title());
    out.field("detail", problem.detail());
    out.field("remedy", problem.remedy());
    out.close();
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /// Parses the decision of a command.
  ///
  /// @param at determines the field name of a rewrite
  static GateOutcome read(HookPointName at, String output) throws CommandFailed {
    var in = new JsonTokenReader(output);
    try {
      var said = new CommandReply(at);
      if (in.next() != JsonToken.OBJECT) {
        throw new CommandFailed("its command did not say a JSON object");
      }
      while (in.next() == JsonToken.NAME) {
        said.take(in.text(), in);
      }
      // Fails if anything follows the object.
      in.next();
      return said.outcome();
    } catch (InvalidJson malformed) {
      throw new CommandFailed("its command did not say a JSON object: " + malformed.describe());
    }
  }

  /// The fields of a command's output.
  private static final class CommandReply {
    private final String rewritten;
    private @Nullable String decision;
    private @Nullable String to;
    private String reason = "";

    CommandReply(HookPointName at) {
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

    void take(String field, JsonTokenReader in) throws CommandFailed {
      var token = in.next();
      if (field.equals("arguments") && token == JsonToken.OBJECT) {
        int from = in.start();
        in.skip();
        value(field, in.since(from));
      } else if (token == JsonToken.STRING && !field.equals("arguments")) {
        value(field, in.text());
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
