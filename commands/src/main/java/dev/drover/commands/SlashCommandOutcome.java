package dev.drover.commands;

import dev.drover.Session;
import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Problem;
import java.util.List;
import java.util.stream.Collectors;

/// What became of a line that may have been a command.
public sealed interface SlashCommandOutcome {
  /// It was one, and is over.
  sealed interface Ended extends SlashCommandOutcome {}

  /// @param text what the person is to read, in lines, without a line break at the end
  record Done(String text) implements Ended {
    public Done {
      NullChecks.nonNull(text, "Done.text");
    }
  }

  /// The conversation goes on in another session from here on.
  ///
  /// @param text what the person is to read, in lines, without a line break at the end
  record Switched(Session session, String text) implements Ended {
    public Switched {
      NullChecks.nonNull(text, "Switched.text");
      NullChecks.nonNull(session, "Switched.session");
    }
  }

  /// It stands for a prompt, which nobody has sent yet: whoever asked for the command sends it.
  record Prompted(String text) implements Ended {
    public Prompted {
      NullChecks.nonNull(text, "Prompted.text");
    }
  }

  /// It could not be done; nothing is half done unless the problem says so.
  record Failed(Problem problem) implements Ended {
    public Failed {
      NullChecks.nonNull(problem, "Failed.problem");
    }
  }

  /// It is a prompt; nothing was done.
  record NotACommand() implements SlashCommandOutcome {}

  /// It looks like a command, and there is none of that name; nothing was done.
  ///
  /// @param close names that may have been meant, the closest first; may be empty
  record Unknown(String name, List<String> close) implements SlashCommandOutcome {
    public Unknown {
      NullChecks.nonNull(name, "Unknown.name");
      close = NullChecks.list(close, "Unknown.close");
    }

    /// For the person who said it.
    public Problem problem() {
      var meant = close.stream().map(each -> "/" + each).collect(Collectors.joining(", "));
      return new Problem(
          "unknown_command",
          "No such command",
          "there is no command /" + name,
          (meant.isEmpty() ? "" : "Did you mean %s? ".formatted(meant))
              + "/help lists them all. To say it to the model, put a blank before it.");
    }
  }
}
