package dev.drover.runtime.policy.shell;

import dev.drover.runtime.policy.shell.Found.Grade;
import dev.drover.runtime.policy.shell.LookThrough.Invocation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A script of `sed` may run commands (`e`) and write files (`w`). Only those are taken for
/// harmless that are made of the simplest commands.
final class SedScript {
  private static final String ADDRESS = "(?:[0-9]+|\\$|/[^/\\\\\\n\\[]*/)";

  /// Print, delete, quit, count; or a substitution with simple flags whose delimiter stands in no
  /// bracket, where it would mean itself.
  private static final Pattern SIMPLE =
      Pattern.compile(
          "\\s*(?:%s(?:,%s)?!?)?\\s*(?:[pdq=]|s([/|#,:@])%s\\1%s\\1[gpiI0-9]*)\\s*"
              .formatted(
                  ADDRESS,
                  ADDRESS,
                  "(?:\\\\[^\\n]|\\[[^\\]/|#,:@\\n]+\\]|(?!\\1)[^\\\\\\[\\n])*",
                  "(?:\\\\[^\\n]|(?!\\1)[^\\\\\\n])*"));

  private SedScript() {}

  static Smuggling.@Nullable Code in(Invocation call) {
    boolean named = false;
    for (int i = 1; i < call.size(); i++) {
      var text = call.text(i);
      if (call.isUnknown(i)) {
        return new Smuggling.Code(Grade.SMUGGLED, i, "an argument of sed may be a script");
      }
      if (text.matches("-[nErsuz]+|-i.*|--(quiet|silent|regexp-extended|in-place.*|posix)")) {
        continue;
      }
      if (text.equals("-e")) {
        i++;
      } else if (text.startsWith("-")) {
        return new Smuggling.Code(Grade.SMUGGLED, i, "sed %s may run commands".formatted(text));
      } else if (named) {
        continue;
      }
      if (!isSimple(call.text(i))) {
        return new Smuggling.Code(
            Grade.SMUGGLED, i, "the script of sed may run commands or write files");
      }
      named = true;
    }
    return null;
  }

  private static boolean isSimple(String script) {
    if (SIMPLE.matcher(script).matches()) {
      return true;
    }
    for (var part : script.split("[;\\n]", -1)) {
      if (!part.isBlank() && !SIMPLE.matcher(part).matches()) {
        return false;
      }
    }
    return !script.isBlank();
  }
}
