package dev.drover.spi.model;

import dev.drover.kernel.EffectId;
import dev.drover.kernel.NullChecks;

/// A fragment shown live and forgotten; the event that settles it has the whole.
public sealed interface Delta {
  String text();

  /// The same kind of fragment with another text.
  Delta withText(String other);

  /// Whether this is a later piece of the text that `earlier` is a piece of.
  boolean continues(Delta earlier);

  record TextDelta(String text) implements Delta {
    public TextDelta {
      NullChecks.nonNull(text, "TextDelta.text");
    }

    @Override
    public Delta withText(String other) {
      return new TextDelta(other);
    }

    @Override
    public boolean continues(Delta earlier) {
      return earlier instanceof TextDelta;
    }
  }

  record ReasoningDelta(String text) implements Delta {
    public ReasoningDelta {
      NullChecks.nonNull(text, "ReasoningDelta.text");
    }

    @Override
    public Delta withText(String other) {
      return new ReasoningDelta(other);
    }

    @Override
    public boolean continues(Delta earlier) {
      return earlier instanceof ReasoningDelta;
    }
  }

  /// A piece of the arguments of a call that the model is making.
  ///
  /// @param callId as the model names the call
  record ToolInputDelta(String callId, String tool, String text) implements Delta {
    public ToolInputDelta {
      NullChecks.nonNull(callId, "ToolInputDelta.callId");
      NullChecks.nonNull(tool, "ToolInputDelta.tool");
      NullChecks.nonNull(text, "ToolInputDelta.text");
    }

    @Override
    public Delta withText(String other) {
      return new ToolInputDelta(callId, tool, other);
    }

    @Override
    public boolean continues(Delta earlier) {
      return earlier instanceof ToolInputDelta(var call, _, _) && call.equals(callId);
    }
  }

  /// Something a running tool printed.
  record ToolOutputDelta(EffectId effect, String text) implements Delta {
    public ToolOutputDelta {
      NullChecks.nonNull(effect, "ToolOutputDelta.effect");
      NullChecks.nonNull(text, "ToolOutputDelta.text");
    }

    @Override
    public Delta withText(String other) {
      return new ToolOutputDelta(effect, other);
    }

    @Override
    public boolean continues(Delta earlier) {
      return earlier instanceof ToolOutputDelta(var its, _) && its.equals(effect);
    }
  }
}
