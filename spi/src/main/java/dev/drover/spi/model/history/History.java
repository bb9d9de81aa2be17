package dev.drover.spi.model.history;

import dev.drover.kernel.Block;
import dev.drover.kernel.Message;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The conversation in the form that the strictest provider demands, so that none refuses it.
///
/// Turns alternate and begin with what the model was told. Each call has one name, one result, and
/// the results of a turn stand together before anything else. Nothing is empty. Where a
/// conversation is not so it is repaired: a call without a result gets one that says so, a result
/// without a call becomes words. A repair looks at nothing that comes after what it repairs, but
/// for the results of a turn, which end with the next thing said: so what was sent once stays as it
/// was.
///
/// What is sealed is kept for the model that made it and left out for any other; thoughts that are
/// not sealed are left out, since no provider takes them back.
public final class History {
  static final String INTERRUPTED = "[This answer was interrupted here.]";

  /// For a turn that some provider would refuse because it ends with a thought.
  public static final String NOTHING_SAID = "[No words were said.]";

  private static final String BEGIN = "[The conversation goes on from here.]";
  private static final String GO_ON = "Please go on.";

  private final ModelRequest request;
  private final String model;
  private final CallIds ids = new CallIds();
  private final List<Turn> turns = new ArrayList<>();

  /// Calls of the last turn that wait for their result: the piece by its place, and what the model
  /// itself had called it.
  private final Map<Turn.Piece.Call, String> open = new LinkedHashMap<>();

  private final Map<Turn.Piece.Call, Turn.Result> results = new LinkedHashMap<>();
  private final List<Turn.Prompt> prompts = new ArrayList<>();

  private History(ModelRequest request, String model) {
    this.request = request;
    this.model = model;
  }

  /// @param model as `provider/model`: the one that is asked
  public static List<Turn> of(ModelRequest request, String model) {
    var history = new History(request, model);
    request.messages().forEach(history::add);
    history.endTold();
    if (history.turns.isEmpty() || history.turns.getLast() instanceof Turn.Said) {
      history.turns.add(told(GO_ON));
    }
    return history.turns;
  }

  private void add(Message message) {
    switch (message) {
      case Message.User(var text, var media) ->
          prompts.add(new Turn.Prompt(request.read(text), media));
      case Message.ToolResult result -> answer(result);
      case Message.Assistant(var blocks, var ending) -> {
        endTold();
        said(blocks, ending);
      }
    }
  }

  private void answer(Message.ToolResult result) {
    var call = openCall(result.callId());
    if (call == null) {
      var stray = OutcomeWords.of("", result.tool(), result.outcome(), request);
      prompts.add(
          new Turn.Prompt(
              "[A call of %s ended with:] %s".formatted(result.tool(), stray.text()),
              stray.media()));
      return;
    }
    results.put(call, OutcomeWords.of(call.id(), call.tool(), result.outcome(), request));
  }

  private Turn.Piece.@Nullable Call openCall(String own) {
    for (var call : open.entrySet()) {
      if (call.getValue().equals(own) && !results.containsKey(call.getKey())) {
        return call.getKey();
      }
    }
    return null;
  }

  private void endTold() {
    var settled = new ArrayList<Turn.Result>(open.size());
    for (var call : open.keySet()) {
      var result = results.get(call);
      settled.add(result == null ? OutcomeWords.missing(call.id(), call.tool()) : result);
    }
    var words = prompts.stream().filter(each -> !isNothing(each)).toList();
    if (!settled.isEmpty() || !words.isEmpty()) {
      turns.add(new Turn.Told(settled, words));
    } else if (!prompts.isEmpty()) {
      turns.add(told(NOTHING_SAID));
    }
    open.clear();
    results.clear();
    prompts.clear();
  }

  private void said(List<Block> blocks, Message.Ending ending) {
    var pieces = new ArrayList<Turn.Piece>();
    for (var block : blocks) {
      switch (block) {
        case Block.Prose(var text) -> words(pieces, request.read(text));
        case Block.Reasoning _ -> {}
        case Block.Call(var call) -> {
          var piece =
              new Turn.Piece.Call(
                  ids.next(call.callId()), call.tool(), request.read(call.arguments()));
          open.put(piece, call.callId());
          pieces.add(piece);
        }
        case Block.Opaque(var maker, var data) -> {
          if (maker.equals(model)) {
            pieces.add(new Turn.Piece.Sealed(request.read(data)));
          }
        }
      }
    }
    // Where calls were made their results say that they were stopped.
    if (ending == Message.Ending.INTERRUPTED && open.isEmpty()) {
      pieces.add(new Turn.Piece.Words(INTERRUPTED));
    }
    if (pieces.isEmpty()) {
      pieces.add(new Turn.Piece.Words(NOTHING_SAID));
    }
    join(pieces);
  }

  private static void words(List<Turn.Piece> pieces, String text) {
    if (!text.isBlank()) {
      pieces.add(new Turn.Piece.Words(text));
    }
  }

  /// Two answers with nothing between them are one.
  private void join(List<Turn.Piece> pieces) {
    if (turns.isEmpty()) {
      turns.add(told(BEGIN));
    }
    if (turns.getLast() instanceof Turn.Said(var before)) {
      var all = new ArrayList<>(before);
      all.addAll(pieces);
      turns.set(turns.size() - 1, new Turn.Said(all));
    } else {
      turns.add(new Turn.Said(pieces));
    }
  }

  private static boolean isNothing(Turn.Prompt prompt) {
    return prompt.text().isBlank() && prompt.media().isEmpty();
  }

  private static Turn.Told told(String words) {
    return new Turn.Told(List.of(), List.of(new Turn.Prompt(words, List.of())));
  }
}
