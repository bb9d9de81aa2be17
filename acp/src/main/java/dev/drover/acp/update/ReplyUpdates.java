package dev.drover.acp.update;

import dev.drover.acp.update.EditorUpdate.AgentText;
import dev.drover.acp.update.EditorUpdate.AgentThought;
import dev.drover.acp.update.EditorUpdate.TextRetracted;
import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.value.EffectId;
import dev.drover.kernel.value.Text;
import dev.drover.spi.model.Delta;
import dev.drover.watch.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// The replies of the model: chunks while they are streamed, and the rest when they are settled. A
/// reply that was not streamed to this reader is shown whole; one of which chunks are missing is
/// shown again whole, after a mark.
///
/// Belongs to one thread.
final class ReplyUpdates {
  private final Function<Text, String> texts;
  private final Map<EffectId, ShownReply> open = new HashMap<>();

  private static final class ShownReply {
    final int attempt;
    final StringBuilder text = new StringBuilder();
    final StringBuilder reasoning = new StringBuilder();

    ShownReply(int attempt) {
      this.attempt = attempt;
    }

    String message(EffectId effect) {
      return effect + "." + attempt;
    }
  }

  ReplyUpdates(Function<Text, String> texts) {
    this.texts = texts;
  }

  List<EditorUpdate> shown(Notice.Shown shown) {
    return switch (shown.delta()) {
      case Delta.TextDelta(var text) -> {
        var reply = reply(shown.effect(), shown.attempt());
        reply.text.append(text);
        yield List.of(new AgentText(reply.message(shown.effect()), text));
      }
      case Delta.ReasoningDelta(var text) -> {
        var reply = reply(shown.effect(), shown.attempt());
        reply.reasoning.append(text);
        yield List.of(new AgentThought(reply.message(shown.effect()), text));
      }
      case Delta.ToolInputDelta _, Delta.ToolOutputDelta _ -> List.of();
    };
  }

  private ShownReply reply(EffectId effect, int attempt) {
    var known = open.get(effect);
    if (known == null || known.attempt != attempt) {
      known = new ShownReply(attempt);
      open.put(effect, known);
    }
    return known;
  }

  List<EditorUpdate> settled(EffectId effect, ModelReply reply) {
    var shown = reply(effect);
    var updates = new ArrayList<EditorUpdate>();
    var reasoning = reasoning(reply);
    if (!reasoning.contentEquals(shown.reasoning)) {
      int from = reasoning.startsWith(shown.reasoning.toString()) ? shown.reasoning.length() : 0;
      updates.add(new AgentThought(shown.message(effect), reasoning.substring(from)));
    }
    updates.addAll(rest(effect, shown, reply.answer()));
    return updates;
  }

  private String reasoning(ModelReply reply) {
    var all = new StringBuilder();
    for (var block : reply.blocks()) {
      if (block instanceof ContentBlock.Reasoning(var text)) {
        all.append(texts.apply(text));
      }
    }
    return all.toString();
  }

  List<EditorUpdate> interrupted(EffectId effect, Text partial) {
    return rest(effect, reply(effect), partial);
  }

  private ShownReply reply(EffectId effect) {
    var known = open.remove(effect);
    return known == null ? new ShownReply(1) : known;
  }

  private List<EditorUpdate> rest(EffectId effect, ShownReply shown, Text settled) {
    if (settled.isEmpty()) {
      return List.of();
    }
    var text = texts.apply(settled);
    var message = shown.message(effect);
    if (!text.startsWith(shown.text.toString())) {
      return List.of(
          new TextRetracted(message, "parts of it were lost on the way; here it is again"),
          new AgentText(message + ".whole", text));
    }
    return shown.text.length() < text.length()
        ? List.of(new AgentText(message, text.substring(shown.text.length())))
        : List.of();
  }

  /// The attempt has failed, and what it said is void.
  List<EditorUpdate> failed(EffectId effect, String why) {
    var shown = open.remove(effect);
    return shown == null || shown.text.length() + shown.reasoning.length() == 0
        ? List.of()
        : List.of(new TextRetracted(shown.message(effect), why));
  }
}
