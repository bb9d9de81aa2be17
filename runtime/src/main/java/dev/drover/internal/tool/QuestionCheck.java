package dev.drover.internal.tool;

import dev.drover.internal.agent.UnansweredAction;
import dev.drover.internal.effect.EffectContext;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.machine.Effect;
import dev.drover.kernel.machine.Input;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.message.ToolQuestion;
import dev.drover.kernel.message.ToolQuestion.Form;
import dev.drover.kernel.value.Text;
import dev.drover.tool.AnswerSchema;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/// Checks a question of a tool before a person is asked. A question that could not be answered
/// fails the call.
record QuestionCheck(EventTexts texts) {
  private static final int MOST_CHARACTERS = 64 * 1024;

  Input asked(Effect.CallTool effect, EffectContext stage, ToolQuestion question) {
    var governance = stage.agent().governance();
    if (governance.unanswered() == UnansweredAction.DENIED) {
      return failed(effect, "the tool asked a person, and nobody is there to answer: ", question);
    }
    var error = error(question);
    if (error.isPresent()) {
      return failed(effect, "the tool asked a question that cannot be answered: " + error.get());
    }
    return new Input.ToolAsked(
        effect.id(),
        new ToolQuestion(
            texts.moveIfLarge(question.text()),
            moved(question.form()),
            texts.moveUnredacted(question.state())),
        governance.answerers());
  }

  private Input failed(Effect.CallTool effect, String why, ToolQuestion question) {
    return failed(effect, why + texts.read(question.text()));
  }

  private Input failed(Effect.CallTool effect, String why) {
    return new Input.ToolAnswered(effect.id(), new ToolOutcome.Failed(texts.of(why)));
  }

  private Form moved(Form form) {
    return form instanceof Form.Fields(var schema)
        ? new Form.Fields(texts.moveUnredacted(schema))
        : form;
  }

  private Optional<String> error(ToolQuestion question) {
    if (length(question.text()) > MOST_CHARACTERS) {
      return Optional.of("it has more than %d characters".formatted(MOST_CHARACTERS));
    }
    return switch (question.form()) {
      case Form.Confirm _ -> Optional.empty();
      case Form.Fields(var schema) -> schemaError(texts.read(schema));
      case Form.Visit(var url) -> addressError(url);
    };
  }

  private int length(Text text) {
    return texts.read(text).length();
  }

  private static Optional<String> schemaError(String schema) {
    if (schema.length() > MOST_CHARACTERS) {
      return Optional.of("its schema has more than %d characters".formatted(MOST_CHARACTERS));
    }
    try {
      AnswerSchema.of("question", schema);
      return Optional.empty();
    } catch (IllegalArgumentException unusable) {
      return Optional.of(String.valueOf(unusable.getMessage()));
    }
  }

  private static Optional<String> addressError(String url) {
    try {
      var address = new URI(url);
      var scheme = address.getScheme();
      return address.getHost() != null
              && ("https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme))
          ? Optional.empty()
          : Optional.of("its address is not an absolute https or http address");
    } catch (URISyntaxException invalid) {
      return Optional.of("its address is not valid: " + invalid.getMessage());
    }
  }
}
