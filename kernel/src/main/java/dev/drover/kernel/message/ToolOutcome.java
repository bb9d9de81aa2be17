package dev.drover.kernel.message;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import java.util.List;
import java.util.Optional;

/// The outcome of one tool call. Journaled, shown to the model, and never thrown.
public sealed interface ToolOutcome extends ToolAnswer {
  /// @param media shown in addition to its text: images, documents
  record Succeeded(Text content, List<Media> media) implements ToolOutcome {
    public Succeeded {
      NullChecks.nonNull(content, "Succeeded.content");
      media = NullChecks.list(media, "Succeeded.media");
    }

    public Succeeded(Text content) {
      this(content, List.of());
    }
  }

  record Failed(Text reason) implements ToolOutcome {
    public Failed {
      NullChecks.nonNull(reason, "Failed.reason");
    }
  }

  /// The call itself was invalid: no such tool, or arguments that do not match. Nothing was run.
  record Refused(String reason) implements ToolOutcome {
    public Refused {
      NullChecks.nonNull(reason, "Refused.reason");
    }
  }

  /// A person or a rule denied the call. Nothing was run.
  record Denied(String by, String reason) implements ToolOutcome {
    public Denied {
      NullChecks.nonNull(by, "Denied.by");
      NullChecks.nonNull(reason, "Denied.reason");
    }
  }

  /// The process died between the start of the call and its end. It may have happened.
  record Unknown(String why) implements ToolOutcome {
    public Unknown {
      NullChecks.nonNull(why, "Unknown.why");
    }
  }

  /// The run was cancelled before the call ended; parts of it may have happened.
  record Cancelled(String why) implements ToolOutcome {
    public Cancelled {
      NullChecks.nonNull(why, "Cancelled.why");
    }

    private static final String BY = "cancelled by ";

    public static Cancelled by(String person) {
      return new Cancelled(BY + person);
    }

    /// The person who cancelled it, if there was one.
    public Optional<String> person() {
      return why.startsWith(BY) ? Optional.of(why.substring(BY.length())) : Optional.empty();
    }
  }
}
