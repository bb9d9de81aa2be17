package dev.drover.model.langchain4j;

import dev.drover.spi.model.Delta;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.PartialToolCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The emitted part of a reply. Used by one thread at a time.
final class StreamedContent {
  /// The parts of a reply. Each is one block, except for calls, which are grouped.
  enum Part {
    THOUGHT,
    WORDS,
    CALLS
  }

  private final StringBuilder thought = new StringBuilder();
  private final StringBuilder words = new StringBuilder();
  private final Set<Integer> calls = new HashSet<>();
  private final Set<Part> order = new LinkedHashSet<>();

  @Nullable Delta words(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    order.add(Part.WORDS);
    words.append(text);
    return new Delta.TextDelta(text);
  }

  @Nullable Delta thought(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    order.add(Part.THOUGHT);
    thought.append(text);
    return new Delta.ReasoningDelta(text);
  }

  @Nullable Delta input(PartialToolCall piece) {
    var text = piece.partialArguments();
    if (text == null || text.isEmpty()) {
      return null;
    }
    order.add(Part.CALLS);
    calls.add(piece.index());
    return new Delta.ToolInputDelta(callId(piece.id(), piece.index()), piece.name(), text);
  }

  /// A call that came whole; nothing for one that was streamed.
  @Nullable Delta call(int index, ToolExecutionRequest call) {
    var text = call.arguments();
    if (!calls.add(index) || text == null || text.isEmpty()) {
      return null;
    }
    order.add(Part.CALLS);
    return new Delta.ToolInputDelta(callId(call.id(), index), call.name(), text);
  }

  /// The parts of the whole message that were not streamed: all of them for a model that does not
  /// stream.
  List<Delta> rest(AiMessage message) {
    var rest = new ArrayList<@Nullable Delta>();
    if (thought.isEmpty()) {
      rest.add(thought(message.thinking()));
    }
    if (words.isEmpty()) {
      rest.add(words(message.text()));
    }
    var requests = message.toolExecutionRequests();
    for (int i = 0; i < requests.size(); i++) {
      rest.add(call(i, requests.get(i)));
    }
    var deltas = new ArrayList<Delta>();
    for (var delta : rest) {
      if (delta != null) {
        deltas.add(delta);
      }
    }
    return deltas;
  }

  /// Parts in the order in which they started; those that were not streamed come last.
  List<Part> order() {
    var all = new LinkedHashSet<>(order);
    all.addAll(List.of(Part.values()));
    return List.copyOf(all);
  }

  String thought() {
    return thought.toString();
  }

  String words() {
    return words.toString();
  }

  /// Not every provider gives its calls an id.
  static String callId(@Nullable String own, int index) {
    return own == null || own.isBlank() ? "call_%d".formatted(index + 1) : own;
  }
}
