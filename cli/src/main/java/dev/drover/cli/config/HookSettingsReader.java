package dev.drover.cli.config;

import dev.drover.cli.environment.CliRefusal;
import dev.drover.hook.CommandHook;
import dev.drover.hook.Hook;
import dev.drover.hook.HookPoint.HookPointName;
import java.util.List;
import java.util.Map;

/// Reads hooks, each a line such as `guard before_tool python3 /home/me/guard.py`.
///
/// Hooks run outside the sandbox and before any approval. So only the person's own file may define
/// them: a workspace file may come from a stranger, or from the agent itself.
final class HookSettingsReader {
  private HookSettingsReader() {}

  /// @param workspace values of the workspace file
  /// @param own values of the person's own file
  static List<Hook> read(
      Map<ConfigurationKey, ConfiguredValue> workspace,
      Map<ConfigurationKey, ConfiguredValue> own) {
    var foreign = workspace.get(ConfigurationKey.HOOKS);
    if (foreign != null) {
      throw foreign.wrong(
          "hooks run programs, and a workspace may not choose them",
          "Put them into ~/.config/drover/config.yaml.");
    }
    var given = own.get(ConfigurationKey.HOOKS);
    return given == null
        ? List.of()
        : given.values().stream().map(line -> hook(given, line)).toList();
  }

  private static Hook hook(ConfiguredValue given, String line) {
    var words = List.of(line.strip().split("\\s+", -1));
    if (words.size() < 3) {
      throw given.wrong(
          "'%s' is not a hook".formatted(line), "Write NAME POINT PROGRAM and its arguments.");
    }
    var point = HookPointName.find(words.get(1)).orElseThrow(() -> unknown(given, words.get(1)));
    try {
      return CommandHook.of(words.getFirst(), point, words.subList(2, words.size()));
    } catch (IllegalArgumentException wrong) {
      throw given.wrong(String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  private static CliRefusal unknown(ConfiguredValue given, String word) {
    return given.wrong(
        "there is no point '%s'".formatted(word),
        "Did you mean '%s'?".formatted(NameSuggestion.to(word, HookPointName.words())));
  }
}
