package dev.drover.spi.model.history;

import dev.drover.kernel.value.Media;
import java.util.List;

/// One turn of a conversation, in a form that every provider accepts. See [ProviderHistory].
public sealed interface ProviderTurn {
  /// A turn of the model. Never empty.
  record Assistant(List<Piece> pieces) implements ProviderTurn {
    public Assistant {
      pieces = List.copyOf(pieces);
    }
  }

  /// A turn of the user: the results of all calls, in their order, then prompts.
  record User(List<Result> results, List<Prompt> prompts) implements ProviderTurn {
    public User {
      results = List.copyOf(results);
      prompts = List.copyOf(prompts);
    }
  }

  sealed interface Piece {
    /// Never empty.
    record Words(String text) implements Piece {}

    /// @param arguments JSON as the model wrote it, which may be malformed
    record Call(String id, String tool, String arguments) implements Piece {}

    /// Opaque content that the called model made and can read. Belongs to the piece before it.
    record Sealed(String data) implements Piece {}
  }

  /// @param id of the call
  record Result(String id, String tool, String text, List<Media> media, ResultKind tone) {
    public Result {
      media = List.copyOf(media);
    }
  }

  enum ResultKind {
    FINE,
    FAILED
  }

  /// @param text may be empty if there is something else
  record Prompt(String text, List<Media> media) {
    public Prompt {
      media = List.copyOf(media);
    }
  }
}
