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
  private final Look look;
  private final Function<Text, String> texts;

  private final StringBuilder reasoning = new StringBuilder();
  private final StringBuilder prose = new StringBuilder();
  private @Nullable EffectId speaking;
  private int attempt;

  ReplyView(Printer out, Look look, Function<Text, String> texts) {
    this.out = out;
    this.look = look;
    this.texts = texts;
  }

  void heard(Notice.Shown shown, Delta delta) {
    if (!shown.effect().equals(speaking) || shown.attempt() != attempt) {
      forget();
      speaking = shown.effect();
      attempt = shown.attempt();
    }
    switch (delta) {
      case Delta.ReasoningDelta(var text) -> {
        reasoning.append(text);
        out.piece(look.dim(Wording.seen(text)));
      }
      case Delta.TextDelta(var text) -> {
        if (prose.isEmpty() && !reasoning.isEmpty()) {
          out.gap();
        }
        prose.append(text);
        out.piece(Wording.seen(text));
      }
      case Delta.ToolOutputDelta _ -> {}
    }
  }

  void replied(EffectId effect, ModelReply reply) {
    if (!effect.equals(speaking)) {
      forget();
    }
    for (var block : reply.blocks()) {
      switch (block) {
        case Block.Reasoning(var text) -> settle(reasoning, texts.apply(text), look::dim);
        case Block.Prose(var text) -> settle(prose, texts.apply(text), Function.identity());
        case Block.Call _ -> {}
      }
    }
    out.fresh();
    forget();
  }

  private void settle(StringBuilder seen, String whole, Function<String, String> paint) {
    if (!seen.toString().equals(whole)) {
      out.gap();
      Wording.seen(whole).stripTrailing().lines().forEach(line -> out.line(paint.apply(line)));
    }
  }

  /// The attempt came to nothing.
  ///
  /// @return whether some of it was seen, and is void
  boolean retract() {
    boolean seen = !reasoning.isEmpty() || !prose.isEmpty();
    out.fresh();
    forget();
    return seen;
  }

  private void forget() {
    speaking = null;
    reasoning.setLength(0);
    prose.setLength(0);
  }
}
