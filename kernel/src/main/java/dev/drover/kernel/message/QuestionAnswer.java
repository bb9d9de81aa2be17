package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Text;

/// A person's answer to a question of a tool.
public sealed interface QuestionAnswer {
  /// @param content a JSON object that matches the schema of the question; empty if the question
  ///   has none
  record Accepted(Text content) implements QuestionAnswer {
    public Accepted {
      NullChecks.nonNull(content, "Accepted.content");
    }
  }

  /// The person does not want to give what was asked for.
  record Declined() implements QuestionAnswer {}

  /// There is no decision: the person dismissed the question, or its time was over.
  record Dismissed() implements QuestionAnswer {}
}
