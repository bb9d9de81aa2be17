package dev.drover.internal.redact;

import dev.drover.spi.model.Delta;
import dev.drover.spi.secret.SecretRedactor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows deltas without secrets, even if a secret spans several deltas: text that may still become
/// a secret is held back until it is decided. In most cases that is nothing, or a word; for a
/// private key, all of it.
///
/// The deltas of one effect go through one of these, possibly from several threads.
public final class RedactedDeltas implements Delta.Sink {
  private static final Logger LOG = LoggerFactory.getLogger(RedactedDeltas.class);

  /// No more than this is held back: beyond it, the text is shown, redacted as far as possible.
  private static final int MOST_HELD = 16 * 1024;

  private static final int CONTEXT = 120;

  /// While no more than this is held back, each delta is searched; beyond that only at intervals,
  /// so that a long secret in many deltas is not searched completely each time.
  private static final int LOOKED_AT_EACH_TIME = 512;

  private final SecretRedactor redactor;
  private final Delta.Sink shown;

  /// The end of the shown text, before redaction, and the text that is held back. Created at the
  /// first delta: most effects have none.
  private @Nullable StringBuilder memory;

  /// How much of it has been shown.
  private int shownTo;

  /// How much was held back at the last search.
  private int looked;

  /// Whether the remembered part of the shown text has a sign of a secret.
  private boolean suspicious;

  private @Nullable Delta last;

  /// Whether a search failed. From then on nothing is shown: the effect continues, and its outcome
  /// has the complete output.
  private boolean broken;

  public RedactedDeltas(SecretRedactor redactor, Delta.Sink shown) {
    this.redactor = redactor;
    this.shown = shown;
  }

  @Override
  public synchronized void accept(Delta delta) {
    guarded(() -> take(delta));
  }

  /// A failure here must not reach the source of the deltas: it may be the thread of the effect, or
  /// a thread of a tool.
  private void guarded(Runnable step) {
    if (broken) {
      return;
    }
    try {
      step.run();
    } catch (RuntimeException | Error unreadable) {
      broken = true;
      memory = null;
      LOG.error("fragments are not shown any more", RedactedThrowable.of(unreadable, redactor));
    }
  }

  private void take(Delta delta) {
    if (last != null && !delta.continues(last)) {
      showRest();
      forget(memory().length());
      suspicious = false;
    }
    last = delta;
    var text = memory();
    boolean isClear = shownTo == text.length() && !suspicious;
    text.append(delta.text());
    // The path of nearly all deltas.
    if (isClear && !delta.text().isEmpty() && redactor.isPlain(text, shownTo)) {
      shownTo = text.length();
      forget(shownTo > 4 * CONTEXT ? shownTo - CONTEXT : 0);
      shown.accept(delta);
    } else {
      lookClosely(text);
    }
  }

  private void lookClosely(StringBuilder text) {
    int held = text.length() - shownTo;
    if (held > LOOKED_AT_EACH_TIME && held < looked + looked / 4) {
      return;
    }
    forget(shownTo - CONTEXT);
    int clear = redactor.safeLength(text.toString());
    if (clear > shownTo) {
      show(clear);
    }
    looked = text.length() - shownTo;
    if (looked > MOST_HELD) {
      showBegun(clear);
    }
  }

  /// Shows a placeholder for the text that is held back, and remembers its beginning: that makes
  /// the rest a secret.
  private void showBegun(int from) {
    var beginning = memory().substring(from, Math.min(memory().length(), from + CONTEXT));
    show(memory().length());
    memory().setLength(0);
    memory().append(beginning);
    shownTo = beginning.length();
    suspicious = true;
    looked = 0;
  }

  /// Shows the text that was held back: nothing follows.
  public synchronized void flush() {
    guarded(this::showRest);
  }

  private void showRest() {
    if (memory != null && memory.length() > shownTo) {
      show(memory.length());
    }
  }

  private StringBuilder memory() {
    if (memory == null) {
      memory = new StringBuilder();
    }
    return memory;
  }

  /// Keeps a little more, so that the rest begins at the beginning of a word.
  private void forget(int beginning) {
    int end = Math.min(beginning, shownTo);
    while (end > 0 && end < shownTo && Character.isLetterOrDigit(memory().charAt(end - 1))) {
      end--;
    }
    if (end > 0 && beginning - end < CONTEXT) {
      memory().delete(0, end);
      shownTo -= end;
    } else if (beginning > 0) {
      memory().delete(0, beginning);
      shownTo -= beginning;
    }
  }

  private void show(int end) {
    if (last == null) {
      return;
    }
    var text = redactor.redact(memory().substring(0, end), shownTo);
    shownTo = end;
    forget(end - CONTEXT);
    suspicious = redactor.mayHoldSecret(memory().substring(0, shownTo));
    shown.accept(last.withText(text));
  }
}
