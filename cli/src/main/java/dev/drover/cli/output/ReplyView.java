package dev.drover.cli.output;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Shows a model's reply while it is streamed. When the reply is durable, only its unseen part is
/// printed.
final class ReplyView {
  private final ConsolePrinter out;
  private final Function<Text, String> texts;
  private final ReplyPart reasoning;
  private final ReplyPart prose;
  private @Nullable EffectId speaking;
  private int attempt;

  /// One kind of text, and the part received so far.
  private static final class ReplyPart {
    final StringBuilder heard = new StringBuilder();
    final ParagraphWriter paragraph;

    ReplyPart(ParagraphWriter paragraph) {
      this.paragraph = paragraph;
    }

    void say(String text) {
      heard.append(text);
      paragraph.add(text);
    }
  }

  ReplyView(ConsolePrinter out, TerminalStyle style, Function<Text, String> texts) {
    this.out = out;
    this.texts = texts;
    this.reasoning =
        new ReplyPart(new ParagraphWriter(out, style.width(), style.margin(), style::dim));
    this.prose =
        new ReplyPart(new ParagraphWriter(out, style.width(), style.margin(), Function.identity()));
  }

  void onDelta(Notice.Shown shown, Delta delta) {
    if (!shown.effect().equals(speaking) || shown.attempt() != attempt) {
      reset();
      speaking = shown.effect();
      attempt = shown.attempt();
    }
    switch (delta) {
      case Delta.ReasoningDelta(var text) -> reasoning.say(text);
      case Delta.TextDelta(var text) -> {
        if (prose.heard.isEmpty() && !reasoning.heard.isEmpty()) {
          reasoning.paragraph.end();
          out.gap();
        }
        prose.say(text);
      }
      case Delta.ToolInputDelta _, Delta.ToolOutputDelta _ -> {}
    }
  }

  void replied(EffectId effect, ModelReply reply) {
    if (!effect.equals(speaking)) {
      reset();
    }
    prose.paragraph.end();
    reasoning.paragraph.end();
    for (var block : reply.blocks()) {
      switch (block) {
        case ContentBlock.Reasoning(var text) -> settle(reasoning, texts.apply(text));
        case ContentBlock.Prose(var text) -> settle(prose, texts.apply(text));
        case ContentBlock.Call _, ContentBlock.Opaque _ -> {}
      }
    }
    reset();
  }

  private void settle(ReplyPart voice, String whole) {
    if (!voice.heard.toString().equals(whole)) {
      out.gap();
      voice.say(whole.stripTrailing());
      voice.paragraph.end();
    }
  }

  /// The attempt failed.
  ///
  /// @return whether a part of it was shown, which is now void
  boolean retract() {
    boolean seen = !reasoning.heard.isEmpty() || !prose.heard.isEmpty();
    reset();
    return seen;
  }

  private void reset() {
    for (var voice : new ReplyPart[] {reasoning, prose}) {
      voice.paragraph.end();
      voice.heard.setLength(0);
    }
    out.startLine();
    speaking = null;
  }
}
