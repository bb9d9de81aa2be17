package dev.drover.spi.model.history;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.spi.model.ModelRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The conversation in the form that the strictest provider requires, so that no provider rejects
/// it.
///
/// Turns alternate and begin with the user. Each call has one id and one result, and the results of
/// a turn come together before anything else. Nothing is empty. A conversation that breaks these
/// rules is repaired: a call without a result gets one that says so, and a result without a call
/// becomes text. A repair depends only on what precedes it, and on the results of the same turn,
/// which end with the next message. So the part of a conversation that was sent once never changes.
///
/// Sealed blocks are kept for the model that made them and left out for any other; unsealed
/// reasoning is left out, since no provider accepts it.
public final class ProviderHistory {
  static final String INTERRUPTED = "[This answer was interrupted here.]";

  /// For a turn that some provider would reject because it ends with reasoning.
  public static final String NOTHING_SAID = "[No words were said.]";

  private static final String BEGIN = "[The conversation goes on from here.]";
  private static final String GO_ON = "Please go on.";

  private final ModelRequest request;
  private final String model;
  private final CallIds ids = new CallIds();
  private final List<ProviderTurn> turns = new ArrayList<>();

  /// Calls of the last turn that have no result yet: the piece by its position, and the id that the
  /// model gave it.
  private final Map<ProviderTurn.Piece.Call, String> open = new LinkedHashMap<>();

  private final Map<ProviderTurn.Piece.Call, ProviderTurn.Result> results = new LinkedHashMap<>();
  private final List<ProviderTurn.Prompt> prompts = new ArrayList<>();

  private ProviderHistory(ModelRequest request, String model) {
    this.request = request;
    this.model = model;
  }

  /// @param model the model that is called, as `provider/model`
  public static List<ProviderTurn> of(ModelRequest request, String model) {
    var history = new ProviderHistory(request, model);
    request.messages().forEach(history::add);
    history.endUserTurn();
    if (history.turns.isEmpty() || history.turns.getLast() instanceof ProviderTurn.Assistant) {
      history.turns.add(userTurn(GO_ON));
    }
    return history.turns;
  }

  private void add(Message message) {
    switch (message) {
      case Message.User(var text, var media) ->
          prompts.add(new ProviderTurn.Prompt(request.read(text), media));
      case Message.ToolResult result -> answer(result);
      case Message.Assistant(var blocks, var ending) -> {
        endUserTurn();
        addAnswer(blocks, ending);
      }
    }
  }

  private void answer(Message.ToolResult result) {
    var call = openCall(result.callId());
    if (call == null) {
      var stray = OutcomeText.of("", result.tool(), result.outcome(), request);
      prompts.add(
          new ProviderTurn.Prompt(
              "[A call of %s ended with:] %s".formatted(result.tool(), stray.text()),
              stray.media()));
      return;
    }
    results.put(call, OutcomeText.of(call.id(), call.tool(), result.outcome(), request));
  }

  private ProviderTurn.Piece.@Nullable Call openCall(String own) {
    for (var call : open.entrySet()) {
      if (call.getValue().equals(own) && !results.containsKey(call.getKey())) {
        return call.getKey();
      }
    }
    return null;
  }

  private void endUserTurn() {
    var settled = new ArrayList<ProviderTurn.Result>(open.size());
    for (var call : open.keySet()) {
      var result = results.get(call);
      settled.add(result == null ? OutcomeText.missing(call.id(), call.tool()) : result);
    }
    var words = prompts.stream().filter(each -> !isNothing(each)).toList();
    if (!settled.isEmpty() || !words.isEmpty()) {
      turns.add(new ProviderTurn.User(settled, words));
    } else if (!prompts.isEmpty()) {
      turns.add(userTurn(NOTHING_SAID));
    }
    open.clear();
    results.clear();
    prompts.clear();
  }

  private void addAnswer(List<ContentBlock> blocks, Message.Ending ending) {
    var pieces = new ArrayList<ProviderTurn.Piece>();
    for (var block : blocks) {
      switch (block) {
        case ContentBlock.Prose(var text) -> addProse(pieces, request.read(text));
        case ContentBlock.Reasoning _ -> {}
        case ContentBlock.Call(var call) -> {
          var piece =
              new ProviderTurn.Piece.Call(
                  ids.next(call.callId()), call.tool(), request.read(call.arguments()));
          open.put(piece, call.callId());
          pieces.add(piece);
        }
        case ContentBlock.Opaque(var maker, var data) -> {
          if (maker.equals(model)) {
            pieces.add(new ProviderTurn.Piece.Sealed(request.read(data)));
          }
        }
      }
    }
    // Where calls were made, their results say that they were stopped.
    if (ending == Message.Ending.INTERRUPTED && open.isEmpty()) {
      pieces.add(new ProviderTurn.Piece.Words(INTERRUPTED));
    }
    if (pieces.isEmpty()) {
      pieces.add(new ProviderTurn.Piece.Words(NOTHING_SAID));
    }
    join(pieces);
  }

  private static void addProse(List<ProviderTurn.Piece> pieces, String text) {
    if (!text.isBlank()) {
      pieces.add(new ProviderTurn.Piece.Words(text));
    }
  }

  /// Two consecutive answers are merged into one.
  private void join(List<ProviderTurn.Piece> pieces) {
    if (turns.isEmpty()) {
      turns.add(userTurn(BEGIN));
    }
    if (turns.getLast() instanceof ProviderTurn.Assistant(var before)) {
      var all = new ArrayList<>(before);
      all.addAll(pieces);
      turns.set(turns.size() - 1, new ProviderTurn.Assistant(all));
    } else {
      turns.add(new ProviderTurn.Assistant(pieces));
    }
  }

  private static boolean isNothing(ProviderTurn.Prompt prompt) {
    return prompt.text().isBlank() && prompt.media().isEmpty();
  }

  private static ProviderTurn.User userTurn(String words) {
    return new ProviderTurn.User(List.of(), List.of(new ProviderTurn.Prompt(words, List.of())));
  }
}
