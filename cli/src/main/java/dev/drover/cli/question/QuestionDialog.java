package dev.drover.cli.question;

import dev.drover.cli.output.StyledText;

/// The dialog about one question. Belongs to the thread that reads the person's input.
public interface QuestionDialog {
  /// What stands before the input. Begins at the left edge, as only the program's own lines do.
  StyledText prompt();

  /// Whether an empty line means something here.
  boolean takesEmptyLine();

  /// Takes a line, without the white space around it.
  ///
  /// @return whether the dialog is over
  boolean take(String line);
}
