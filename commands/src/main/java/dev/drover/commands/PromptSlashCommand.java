package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Prompted;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A command that says something to the model: a text in which `$ARGUMENTS` stands for what was
/// typed behind the name, and `$1` to `$9` for the words of it. What was not typed is empty. What
/// was typed is put in as it is, also if it looks like one of these.
public record PromptSlashCommand(String name, String help, String template)
    implements SlashCommand {
  private static final Pattern PLACE = Pattern.compile("\\$(ARGUMENTS|[1-9])(?![0-9A-Za-z_])");

  @Override
  public String arguments() {
    return PLACE.matcher(template).find() ? "[ARGUMENTS]" : "";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    return new Prompted(fill(call.arguments()));
  }

  /// The prompt that the command stands for.
  ///
  /// @param arguments what was typed behind the name; may be empty
  public String fill(String arguments) {
    var words = List.of(arguments.split("\\s+", -1));
    return PLACE
        .matcher(template)
        .replaceAll(
            place -> {
              var key = place.group(1);
              return Matcher.quoteReplacement(
                  key.equals("ARGUMENTS") ? arguments : word(words, Integer.parseInt(key)));
            });
  }

  private static String word(List<String> words, int number) {
    return number <= words.size() ? words.get(number - 1) : "";
  }
}
