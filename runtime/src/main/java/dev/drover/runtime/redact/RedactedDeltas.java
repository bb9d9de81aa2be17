package dev.drover.runtime.redact;

import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.secret.Redactor;
import org.jspecify.annotations.Nullable;

/// Shows fragments without secrets, though a secret may come in several: what may still become one
/// is held back until it is clear what it is: mostly nothing, or a word; of a private key, all of
/// it.
///
/// One effect's fragments go through one of these, possibly from several threads.
public final class RedactedDeltas implements DeltaSink {
  /// Nothing longer is held back: it is shown as it stands, redacted as far as it goes.
  private static final int MOST_HELD = 16 * 1024;

  private static final int CONTEXT = 80;

  private final Redactor redactor;
  private final DeltaSink shown;

  /// What is held back. Made at the first fragment: most effects have none.
  private @Nullable StringBuilder holding;

  /// The end of what has been shown, as it was before anything was taken out.
  private @Nullable StringBuilder shownLast;

  private @Nullable Delta last;

  public RedactedDeltas(Redactor redactor, DeltaSink shown) {
    this.redactor = redactor;
    this.shown = shown;
  }

  @Override
  public synchronized void accept(Delta delta) {
    var held = held();
    if (last != null && !isSameStream(last, delta)) {
      flush();
      context().setLength(0);
    }
    last = delta;
    held.append(delta.text());
    int clear = clearUpTo();
    if (clear > 0) {
      show(clear);
    }
  }

  /// Shows what was held back: nothing follows.
  public synchronized void flush() {
    if (holding != null && !holding.isEmpty()) {
      show(holding.length());
    }
  }

  private StringBuilder held() {
    if (holding == null) {
      holding = new StringBuilder();
    }
    return holding;
  }

  private StringBuilder context() {
    if (shownLast == null) {
      shownLast = new StringBuilder();
    }
    return shownLast;
  }

  private void show(int end) {
    if (last == null) {
      return;
    }
    var held = held();
    var context = context();
    var before = context.toString();
    context.append(held, 0, end);
    held.delete(0, end);
    var text = redacted(before, context.toString());
    context.delete(0, Math.max(0, context.length() - CONTEXT));
    shown.accept(
        switch (last) {
          case Delta.TextDelta _ -> new Delta.TextDelta(text);
          case Delta.ReasoningDelta _ -> new Delta.ReasoningDelta(text);
          case Delta.ToolInputDelta(var call, var tool, _) ->
              new Delta.ToolInputDelta(call, tool, text);
          case Delta.ToolOutputDelta(var effect, _) -> new Delta.ToolOutputDelta(effect, text);
        });
  }

  /// What follows on `before`, which has been shown: a name that was shown makes a secret of what
  /// comes after it.
  private String redacted(String before, String all) {
    var shownBefore = redactor.redact(before);
    var shownNow = redactor.redact(all);
    return shownNow.startsWith(shownBefore)
        ? shownNow.substring(shownBefore.length())
        : redactor.redact(all.substring(before.length()));
  }

  private int clearUpTo() {
    var held = held();
    if (held.length() > MOST_HELD) {
      return held.length();
    }
    int clear = redactor.clearUpTo(context().toString() + held);
    return Math.max(0, clear - context().length());
  }

  private static boolean isSameStream(Delta one, Delta other) {
    return switch (one) {
      case Delta.TextDelta _ -> other instanceof Delta.TextDelta;
      case Delta.ReasoningDelta _ -> other instanceof Delta.ReasoningDelta;
      case Delta.ToolInputDelta(var call, _, _) ->
          other instanceof Delta.ToolInputDelta(var its, _, _) && its.equals(call);
      case Delta.ToolOutputDelta(var effect, _) ->
          other instanceof Delta.ToolOutputDelta(var its, _) && its.equals(effect);
    };
  }
}
