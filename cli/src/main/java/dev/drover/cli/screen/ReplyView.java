package dev.drover.cli.screen;

import dev.drover.kernel.Block;
import dev.drover.kernel.EffectId;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Text;
import dev.drover.runtime.watch.Notice;
import dev.drover.spi.model.Delta;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a model says, word by word while it says it. When the reply is durable, only what was not
/// seen is printed.
final class ReplyView {
  private final Printer out;
  private final Function<Text, String> texts;
  private final Voice reasoning;
  private final Voice prose;
  private @Nullable EffectId speaking;
  private int attempt;

  /// One kind of words, and what was heard of it.
  private static final class Voice {
    final StringBuilder heard = new StringBuilder();
    final Paragraph paragraph;

    Voice(Paragraph paragraph) {
      this.paragraph = paragraph;
    }

    void say(String text) {
      heard.append(text);
      paragraph.add(text);
    }
  }

  ReplyView(Printer out, Look look, Function<Text, String> texts) {
    this.out = out;
    this.texts = texts;
    this.reasoning = new Voice(new Paragraph(out, look.width(), look.margin(), look::dim));
    this.prose = new Voice(new Paragraph(out, look.width(), look.margin(), Function.identity()));
  }

  void heard(Notice.Shown shown, Delta delta) {
    if (!shown.effect().equals(speaking) || shown.attempt() != attempt) {
      fallSilent();
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
      fallSilent();
    }
    prose.paragraph.end();
    reasoning.paragraph.end();
    for (var block : reply.blocks()) {
      switch (block) {
        case Block.Reasoning(var text) -> settle(reasoning, texts.apply(text));
        case Block.Prose(var text) -> settle(prose, texts.apply(text));
        case Block.Call _, Block.Opaque _ -> {}
      }
    }
    fallSilent();
  }

  private void settle(Voice voice, String whole) {
    if (!voice.heard.toString().equals(whole)) {
      out.gap();
      voice.say(whole.stripTrailing());
      voice.paragraph.end();
    }
  }

  /// The attempt came to nothing.
  ///
  /// @return whether some of it was seen, and is void
  boolean retract() {
    boolean seen = !reasoning.heard.isEmpty() || !prose.heard.isEmpty();
    fallSilent();
    return seen;
  }

  private void fallSilent() {
    for (var voice : new Voice[] {reasoning, prose}) {
      voice.paragraph.end();
      voice.heard.setLength(0);
    }
    out.fresh();
    speaking = null;
  }
}
