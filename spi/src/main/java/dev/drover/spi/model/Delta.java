package dev.drover.spi.model;

import dev.drover.kernel.check.NullChecks;
import dev.drover.kernel.value.EffectId;

/// A fragment that is shown live and not kept; the event that settles it contains the whole text.
public sealed interface Delta {
  String text();

  /// The same kind of fragment with another text.
  Delta withText(String other);

  /// Whether this fragment continues the text that `earlier` belongs to.
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

  /// A fragment of the arguments of a call that the model is writing.
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

  /// Receives fragments as they arrive. Never blocks and never fails: a watcher must not slow a
  /// run.
  @FunctionalInterface
  interface Sink {
    void accept(Delta delta);
  }
}
