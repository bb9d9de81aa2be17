package dev.drover.model.http.protocol;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.ModelReply;
import dev.drover.kernel.message.ModelReply.StopReason;
import dev.drover.kernel.message.ToolCall;
import dev.drover.kernel.value.Text;
import dev.drover.kernel.value.Usage;
import dev.drover.spi.model.Delta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A reply under construction: emits each delta, and returns the whole reply at the end.
///
/// Blocks are in the order in which they started. Prose is one block, at the position of its first
/// part. A provider identifies a block by a place, which is any name.
///
/// Used by one thread.
public final class ReplyBuilder {
  private static final Place PROSE = new Place(Sort.PROSE, "");

  private final String model;
  private final Delta.Sink deltas;
  private final Map<Place, Slot> slots = new LinkedHashMap<>();

  /// @param model as `provider/model`
  public ReplyBuilder(String model, Delta.Sink deltas) {
    this.model = model;
    this.deltas = deltas;
  }

  private enum Sort {
    PROSE,
    THOUGHT,
    CALL
  }

  private record Place(Sort sort, String name) {}

  private static final class Slot {
    final StringBuilder text = new StringBuilder();
    String callId = "";
    String tool = "";
    String seal = "";
  }

  public void say(String text) {
    if (!text.isEmpty()) {
      slot(PROSE).text.append(text);
      deltas.accept(new Delta.TextDelta(text));
    }
  }

  public void think(String place, String text) {
    if (!text.isEmpty()) {
      slot(thought(place)).text.append(text);
      deltas.accept(new Delta.ReasoningDelta(text));
    }
  }

  /// Starts a call; does nothing if it has started.
  public void call(String place, String callId, String tool) {
    var slot = slot(call(place));
    if (slot.tool.isEmpty()) {
      slot.callId = callId;
      slot.tool = tool;
    }
  }

  public boolean hasCall(String place) {
    return slots.containsKey(call(place));
  }

  public boolean hasCalls() {
    return slots.keySet().stream().anyMatch(place -> place.sort() == Sort.CALL);
  }

  /// Appends to the arguments of a call.
  public void input(String place, String text) {
    if (!text.isEmpty()) {
      var slot = slot(call(place));
      slot.text.append(text);
      deltas.accept(new Delta.ToolInputDelta(slot.callId, slot.tool, text));
    }
  }

  /// The whole arguments of a call, of which a part may have been emitted.
  public void wholeInput(String place, String text) {
    var slot = slot(call(place));
    if (slot.text.isEmpty()) {
      input(place, text);
    }
  }

  /// Opaque data for the model, about the reasoning at that place.
  public void sealThought(String place, String data) {
    slot(thought(place)).seal = data;
  }

  public void sealCall(String place, String data) {
    slot(call(place)).seal = data;
  }

  public void sealProse(String data) {
    slot(PROSE).seal = data;
  }

  /// @param stop as the provider reported it; with calls, `DONE` becomes `CALLS`
  /// @throws ProviderErrorException if there are arguments of a call without a tool; such a call
  ///   can neither be made nor be sent back, because a provider rejects a history with it
  public ModelReply reply(StopReason stop, Usage usage) throws ProviderErrorException {
    if (slots.entrySet().stream().anyMatch(ReplyBuilder::isCallOfNothing)) {
      throw ProviderErrorException.malformed("a call of no tool");
    }
    var blocks = new ArrayList<ContentBlock>(slots.size());
    slots.forEach((place, slot) -> add(blocks, place.sort(), slot));
    return new ModelReply(
        blocks,
        switch (stop) {
          case DONE, CALLS -> hasCalls() ? StopReason.CALLS : StopReason.DONE;
          case LENGTH, REFUSED -> stop;
        },
        usage);
  }

  private static boolean isCallOfNothing(Map.Entry<Place, Slot> each) {
    return each.getKey().sort() == Sort.CALL && each.getValue().tool.isEmpty();
  }

  private void add(List<ContentBlock> blocks, Sort sort, Slot slot) {
    var text = Text.of(slot.text.toString());
    switch (sort) {
      case CALL ->
          blocks.add(new ContentBlock.Call(new ToolCall(slot.callId, slot.tool, arguments(slot))));
      case PROSE -> {
        if (!text.isEmpty()) {
          blocks.add(new ContentBlock.Prose(text));
        }
      }
      case THOUGHT -> {
        if (!text.isEmpty()) {
          blocks.add(new ContentBlock.Reasoning(text));
        }
      }
    }
    if (!slot.seal.isEmpty()) {
      blocks.add(new ContentBlock.Opaque(model, Text.of(slot.seal)));
    }
  }

  /// A call without arguments has an empty object.
  private static Text arguments(Slot slot) {
    var text = slot.text.toString();
    return Text.of(text.isBlank() ? "{}" : text);
  }

  private Slot slot(Place place) {
    return slots.computeIfAbsent(place, _ -> new Slot());
  }

  private static Place thought(String place) {
    return new Place(Sort.THOUGHT, place);
  }

  private static Place call(String place) {
    return new Place(Sort.CALL, place);
  }
}
