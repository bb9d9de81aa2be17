package dev.drover.model.script;

import dev.drover.kernel.value.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/// Parses a [ModelScript] from YAML. Strict: anything unknown is rejected, with its line.
final class ScriptReader {
  private static final List<String> SCRIPT = List.of("turns", "agents", "faults");
  private static final List<String> TURN =
      List.of("reasoning", "text", "calls", "usage", "pause", "expect", "stop");
  private static final List<String> CALL = List.of("tool", "args");
  private static final List<String> USAGE =
      List.of("input", "output", "cacheRead", "cacheWrite", "reasoning");
  private static final List<String> FAULT = List.of("status", "retryAfter", "cut");

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
  private static final int MAX_NUMBER = 1_000_000;

  private ScriptReader() {}

  /// @param file the path for messages
  /// @throws dev.drover.spi.PortException with the code `script_invalid`
  static ModelScript read(String file, String yaml) {
    var root = ScriptNode.root(file, yaml);
    var fields = root.fields("a script", SCRIPT);
    if (!fields.containsKey("turns") && !fields.containsKey("agents")) {
      throw root.invalid("a script has `turns`, or `agents` with turns");
    }
    return new ModelScript(
        turns(fields.get("turns")), agents(fields.get("agents")), faults(fields.get("faults")));
  }

  private static List<ScriptTurn> turns(@Nullable ScriptNode list) {
    return list == null ? List.of() : list.items("turns").stream().map(ScriptReader::turn).toList();
  }

  private static Map<String, List<ScriptTurn>> agents(@Nullable ScriptNode mapping) {
    var agents = new LinkedHashMap<String, List<ScriptTurn>>();
    if (mapping != null) {
      mapping.entries("`agents`").forEach((name, list) -> agents.put(name, turns(list)));
    }
    return agents;
  }

  private static ScriptTurn turn(ScriptNode node) {
    var fields = node.fields("a turn", TURN);
    var usage = fields.get("usage");
    var pause = fields.get("pause");
    var expect = fields.get("expect");
    return new ScriptTurn(
        textOf(fields.get("reasoning")),
        textOf(fields.get("text")),
        calls(fields.get("calls")),
        usage == null ? Usage.NONE : usage(usage),
        pause == null ? Duration.ZERO : duration(pause),
        expect == null ? "" : regex(expect),
        stop(fields.get("stop")));
  }

  private static ScriptTurn.Stop stop(@Nullable ScriptNode node) {
    if (node == null) {
      return ScriptTurn.Stop.DONE;
    }
    return switch (node.text()) {
      case "length" -> ScriptTurn.Stop.LENGTH;
      case "refused" -> ScriptTurn.Stop.REFUSED;
      default -> throw node.invalid("must be length or refused, not '%s'".formatted(node.text()));
    };
  }

  private static String textOf(@Nullable ScriptNode node) {
    return node == null ? "" : node.text();
  }

  private static List<ScriptTurn.Call> calls(@Nullable ScriptNode list) {
    var calls = new ArrayList<ScriptTurn.Call>();
    if (list != null) {
      for (var item : list.items("calls")) {
        var fields = item.fields("a call", CALL);
        var tool = fields.get("tool");
        if (tool == null) {
          throw item.invalid("a call needs the name of a `tool`");
        }
        var args = fields.get("args");
        calls.add(new ScriptTurn.Call(tool.text(), args == null ? "{}" : args.json()));
      }
    }
    return calls;
  }

  private static Usage usage(ScriptNode node) {
    var fields = node.fields("usage", USAGE);
    try {
      return new Usage(
          tokens(fields.get("input")),
          tokens(fields.get("output")),
          tokens(fields.get("cacheRead")),
          tokens(fields.get("cacheWrite")),
          tokens(fields.get("reasoning")));
    } catch (IllegalArgumentException impossible) {
      throw node.invalid(String.valueOf(impossible.getMessage()));
    }
  }

  private static long tokens(@Nullable ScriptNode node) {
    if (node == null) {
      return 0;
    }
    if (!WHOLE.matcher(node.text()).matches()) {
      throw node.invalid("must be a number of tokens, not '%s'".formatted(node.text()));
    }
    return Long.parseLong(node.text());
  }

  private static Duration duration(ScriptNode node) {
    var found = DURATION.matcher(node.text());
    if (!found.matches()) {
      throw node.invalid(
          "must be a duration such as 200ms, 2s or 1m, not '%s'".formatted(node.text()));
    }
    long amount = Long.parseLong(found.group(1));
    return switch (found.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }

  private static String regex(ScriptNode node) {
    try {
      return Pattern.compile(node.text()).pattern();
    } catch (PatternSyntaxException malformed) {
      throw node.invalid("is not a regular expression: " + malformed.getDescription());
    }
  }

  private static Map<Integer, List<ScriptFault>> faults(@Nullable ScriptNode mapping) {
    var faults = new LinkedHashMap<Integer, List<ScriptFault>>();
    if (mapping != null) {
      mapping
          .entries("`faults`")
          .forEach(
              (turn, list) -> {
                if (!WHOLE.matcher(turn).matches() || turn.startsWith("0")) {
                  throw list.invalid("faults are listed by the number of a turn, from 1");
                }
                faults.put(
                    number(list, turn),
                    list.items("faults").stream().map(ScriptReader::fault).toList());
              });
    }
    return faults;
  }

  private static ScriptFault fault(ScriptNode node) {
    var fields = node.fields("a fault", FAULT);
    var status = fields.get("status");
    var cut = fields.get("cut");
    var retryAfter = fields.get("retryAfter");
    if (status != null && cut == null) {
      return refusal(status, retryAfter);
    }
    if (cut == null || status != null) {
      throw node.invalid("a fault has either a `status` or a `cut`");
    }
    if (retryAfter != null) {
      throw retryAfter.invalid("goes with a `status`, not with a `cut`");
    }
    return new ScriptFault.Cut(where(cut));
  }

  private static ScriptFault refusal(ScriptNode status, @Nullable ScriptNode retryAfter) {
    int number = number(status, status.text());
    var after = retryAfter == null ? Duration.ZERO : duration(retryAfter);
    try {
      return new ScriptFault.Status(number, after);
    } catch (IllegalArgumentException impossible) {
      throw status.invalid(String.valueOf(impossible.getMessage()));
    }
  }

  private static ScriptFault.Where where(ScriptNode cut) {
    return switch (cut.text()) {
      case "before-text" -> ScriptFault.Where.BEFORE_TEXT;
      case "after-text" -> ScriptFault.Where.AFTER_TEXT;
      default ->
          throw cut.invalid("must be before-text or after-text, not '%s'".formatted(cut.text()));
    };
  }

  private static int number(ScriptNode node, String text) {
    if (!WHOLE.matcher(text).matches() || Long.parseLong(text) > MAX_NUMBER) {
      throw node.invalid("must be a whole number, not '%s'".formatted(text));
    }
    return Integer.parseInt(text);
  }
}
