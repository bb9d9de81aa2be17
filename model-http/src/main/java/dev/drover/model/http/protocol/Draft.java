package dev.drover.model.http.protocol;

import dev.drover.kernel.Block;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.ModelReply.StopReason;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A reply while it is being said: shows each piece, and has the whole in the end.
///
/// Blocks stand in the order in which they began. Prose is one block, where the first of it was. A
/// provider calls a block by a place, which is a name of its own choice.
///
/// Used by one thread.
public final class Draft {
  private static final Place PROSE = new Place(Sort.PROSE, "");

  private final String model;
  private final DeltaSink deltas;
  private final Map<Place, Slot> slots = new LinkedHashMap<>();

  /// @param model as `provider/model`
  public Draft(String model, DeltaSink deltas) {
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

  /// Begins a call; a second time it does nothing.
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

  /// More of the arguments of a call.
  public void input(String place, String text) {
    if (!text.isEmpty()) {
      var slot = slot(call(place));
      slot.text.append(text);
      deltas.accept(new Delta.ToolInputDelta(slot.callId, slot.tool, text));
    }
  }

  /// The whole arguments of a call, of which some may have been shown.
  public void wholeInput(String place, String text) {
    var slot = slot(call(place));
    if (slot.text.isEmpty()) {
      input(place, text);
    }
  }

  /// Something only the model can read, about the thought at that place.
  public void sealThought(String place, String data) {
    slot(thought(place)).seal = data;
  }

  public void sealCall(String place, String data) {
    slot(call(place)).seal = data;
  }

  public void sealProse(String data) {
    slot(PROSE).seal = data;
  }

  /// @param stop as the provider said it; calls make `CALLS` of `DONE`, whatever it said
  /// @throws Troubled if there are arguments of a call that never got a tool; such a call can
  ///   neither be made nor be sent back, because a provider refuses a history with it
  public ModelReply reply(StopReason stop, Usage usage) throws Troubled {
    if (slots.entrySet().stream().anyMatch(Draft::isCallOfNothing)) {
      throw Troubled.senseless("a call of no tool");
    }
    var blocks = new ArrayList<Block>(slots.size());
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

  private void add(List<Block> blocks, Sort sort, Slot slot) {
    var text = Text.of(slot.text.toString());
    switch (sort) {
      case CALL ->
          blocks.add(new Block.Call(new ToolCall(slot.callId, slot.tool, arguments(slot))));
      case PROSE -> {
        if (!text.isEmpty()) {
          blocks.add(new Block.Prose(text));
        }
      }
      case THOUGHT -> {
        if (!text.isEmpty()) {
          blocks.add(new Block.Reasoning(text));
        }
      }
    }
    if (!slot.seal.isEmpty()) {
      blocks.add(new Block.Opaque(model, Text.of(slot.seal)));
    }
  }

  /// A call without arguments has none, which is said by an empty object.
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
