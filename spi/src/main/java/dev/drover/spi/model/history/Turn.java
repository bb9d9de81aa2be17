package dev.drover.spi.model.history;

import dev.drover.kernel.Media;
import java.util.List;

/// One side's part of a conversation, as every provider can take it. See [History].
public sealed interface Turn {
  /// What the model said. Never empty.
  record Said(List<Piece> pieces) implements Turn {
    public Said {
      pieces = List.copyOf(pieces);
    }
  }

  /// What the model was told: the results of all its calls, in their order, then words.
  record Told(List<Result> results, List<Prompt> prompts) implements Turn {
    public Told {
      results = List.copyOf(results);
      prompts = List.copyOf(prompts);
    }
  }

  sealed interface Piece {
    /// Never empty.
    record Words(String text) implements Piece {}

    /// @param arguments JSON as the model wrote it, which it may have garbled
    record Call(String id, String tool, String arguments) implements Piece {}

    /// Something that the model which is asked has made, and can read. Belongs to the piece before.
    record Sealed(String data) implements Piece {}
  }

  /// @param id of the call
  record Result(String id, String tool, String text, List<Media> media, Tone tone) {
    public Result {
      media = List.copyOf(media);
    }
  }

  enum Tone {
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
