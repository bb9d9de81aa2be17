package dev.drover.commands;

import dev.drover.commands.SlashCommandOutcome.Done;
import dev.drover.commands.SlashCommandOutcome.Ended;
import dev.drover.commands.SlashCommandOutcome.Failed;
import dev.drover.kernel.event.CompactionOutcome.CompactionRecord;
import dev.drover.kernel.value.Problem;

/// `/compact`, `/compact FOCUS`, and `/compact N`.
final class CompactSlashCommand implements SlashCommand {
  private static final String NUMBER = "[1-9][0-9]{0,3}";

  @Override
  public String name() {
    return "compact";
  }

  @Override
  public String arguments() {
    return "[FOCUS|N]";
  }

  @Override
  public String help() {
    return "has all but the last exchange summed up; with a number, forgets all but the last N";
  }

  @Override
  public Ended run(SlashCommandCall call) {
    var typed = call.arguments();
    if (typed.matches("-?[0-9]+") && !typed.matches(NUMBER)) {
      return new Failed(
          new Problem(
              "argument_invalid",
              "Wrong usage",
              "'%s' is not a number of exchanges"
                  .formatted(CommandExcerpt.of(typed, CommandExcerpt.SHORT)),
              "Say /compact alone, with what is to be kept above all, or with a number from 1"
                  + " on."));
    }
    return typed.matches(NUMBER)
        ? call.session()
            .compact(Integer.parseInt(typed))
            .map(CompactSlashCommand::trimmed)
            .orElseGet(() -> new Done("There is nothing to trim."))
        : call.session()
            .compact(typed)
            .map(CompactSlashCommand::summedUp)
            .orElseGet(() -> new Done("There is nothing to sum up."));
  }

  private static Done trimmed(CompactionRecord done) {
    return new Done(
        "Trimmed: the model no longer sees the oldest %s and goes on with %s. Nothing was summed up; the journal keeps all."
            .formatted(
                CommandExcerpt.count(done.dropped(), "message"),
                CommandExcerpt.count(done.kept(), "message")));
  }

  private static Done summedUp(CompactionRecord done) {
    var outputs =
        done.trimmed() == 0
            ? ""
            : " %s among them lost their content."
                .formatted(CommandExcerpt.count(done.trimmed(), "output"));
    return new Done(
        "Summed up: the model goes on with a summary of the oldest %s, what you said, and the last %s.%s The journal keeps all."
            .formatted(
                CommandExcerpt.count(done.dropped(), "message"),
                CommandExcerpt.count(done.kept(), "message"),
                outputs));
  }
}
