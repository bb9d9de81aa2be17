package dev.drover.cli.config;

import dev.drover.cli.host.Refusal;
import dev.drover.runtime.hook.CommandHook;
import dev.drover.runtime.hook.Hook;
import dev.drover.runtime.hook.PointName;
import java.util.List;
import java.util.Map;

/// Reads hooks, each a line such as `guard before_tool python3 /home/me/guard.py`.
///
/// They run outside of the sandbox and before anybody is asked. So only the person's own file may
/// have them: what is in a workspace may come from a stranger, or from the agent itself.
final class HookSettings {
  private HookSettings() {}

  /// @param workspace what the file in the workspace says
  /// @param own what the person's own file says
  static List<Hook> read(Map<Key, Given> workspace, Map<Key, Given> own) {
    var foreign = workspace.get(Key.HOOKS);
    if (foreign != null) {
      throw foreign.wrong(
          "hooks run programs, and a workspace may not choose them",
          "Put them into ~/.config/drover/config.yaml.");
    }
    var given = own.get(Key.HOOKS);
    return given == null
        ? List.of()
        : given.values().stream().map(line -> hook(given, line)).toList();
  }

  private static Hook hook(Given given, String line) {
    var words = List.of(line.strip().split("\\s+", -1));
    if (words.size() < 3) {
      throw given.wrong(
          "'%s' is not a hook".formatted(line), "Write NAME POINT PROGRAM and its arguments.");
    }
    var point = PointName.find(words.get(1)).orElseThrow(() -> unknown(given, words.get(1)));
    try {
      return CommandHook.of(words.getFirst(), point, words.subList(2, words.size()));
    } catch (IllegalArgumentException wrong) {
      throw given.wrong(String.valueOf(wrong.getMessage()), "Correct it.");
    }
  }

  private static Refusal unknown(Given given, String word) {
    return given.wrong(
        "there is no point '%s'".formatted(word),
        "Did you mean '%s'?".formatted(Closest.to(word, PointName.words())));
  }
}
