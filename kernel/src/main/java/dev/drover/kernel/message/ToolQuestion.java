package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.message.ToolQuestion.QuestionAnswer;
import dev.drover.kernel.value.Text;
import java.nio.charset.StandardCharsets;

/// The tool cannot continue without an answer of a person. The question is journaled, the call
/// waits for as long as it takes, and the tool is then called again with the answer and its state.
///
/// @param text the question, as the person reads it
/// @param state the tool's own notes, returned to it unchanged; they are journaled as they are, so
///   they must not contain secrets
public record ToolQuestion(Text text, Form form, Text state) implements ToolAnswer {
  /// The maximum size of a state in UTF-8.
  public static final int MOST_STATE_BYTES = 64 * 1024;

  /// How often one call may ask.
  public static final int MOST_ROUNDS = 10;

  public ToolQuestion {
    NullChecks.nonNull(text, "ToolQuestion.text");
    NullChecks.nonNull(form, "ToolQuestion.form");
    NullChecks.nonNull(state, "ToolQuestion.state");
    if (bytes(state) > MOST_STATE_BYTES) {
      throw new IllegalArgumentException(
          "ToolQuestion.state: %d bytes, at most %d are kept"
              .formatted(bytes(state), MOST_STATE_BYTES));
    }
    if (state instanceof Text.Inline(var value)
        && !StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new IllegalArgumentException(
          "ToolQuestion.state: contains half of a surrogate pair and would not come back"
              + " unchanged");
    }
  }

  private static long bytes(Text text) {
    return switch (text) {
      case Text.Inline(var value) -> value.getBytes(StandardCharsets.UTF_8).length;
      case Text.Stored(_, var bytes) -> bytes;
    };
  }

  /// A question that is answered with a yes.
  public static ToolQuestion confirm(String text, String state) {
    return new ToolQuestion(Text.of(text), new Form.Confirm(), Text.of(state));
  }

  /// @param schema a JSON schema of type object
  public static ToolQuestion fields(String text, String schema, String state) {
    return new ToolQuestion(Text.of(text), new Form.Fields(Text.of(schema)), Text.of(state));
  }

  /// @param url shown to the person; never opened by the runtime
  public static ToolQuestion visit(String text, String url, String state) {
    return new ToolQuestion(Text.of(text), new Form.Visit(url), Text.of(state));
  }

  /// The form of the answer.
  public sealed interface Form {
    /// A yes is enough.
    record Confirm() implements Form {}

    /// A JSON object.
    ///
    /// @param schema the object matches it
    record Fields(Text schema) implements Form {
      public Fields {
        NullChecks.nonNull(schema, "Fields.schema");
      }
    }

    /// The person visits an address, and reports having done so.
    record Visit(String url) implements Form {
      public Visit {
        NullChecks.nonNull(url, "Visit.url");
      }
    }
  }

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

  /// The answer to the last question of a call, for the tool that asked.
  ///
  /// @param round how many questions of the call were answered, this one included
  /// @param state of the question, unchanged
  public record ToolResumption(int round, Text state, QuestionAnswer answer) {
    public ToolResumption {
      NullChecks.nonNull(state, "ToolResumption.state");
      NullChecks.nonNull(answer, "ToolResumption.answer");
      if (round < 1) {
        throw new IllegalArgumentException("ToolResumption.round: begins with 1, not " + round);
      }
    }
  }
}
