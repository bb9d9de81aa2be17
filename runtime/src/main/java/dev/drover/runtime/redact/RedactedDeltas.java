package dev.drover.runtime.redact;

import dev.drover.spi.model.Delta;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.secret.Redactor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Shows fragments without secrets, though a secret may come in several: what may still become one
/// is held back until it is clear what it is: mostly nothing, or a word; of a private key, all of
/// it.
///
/// One effect's fragments go through one of these, possibly from several threads.
public final class RedactedDeltas implements DeltaSink {
  private static final Logger LOG = LoggerFactory.getLogger(RedactedDeltas.class);

  /// Nothing longer is held back: it is shown as it stands, redacted as far as it goes.
  private static final int MOST_HELD = 16 * 1024;

  private static final int CONTEXT = 120;

  /// As long as no more is held back, each fragment is looked at; then every so often, so that a
  /// long secret in many fragments costs no more than a few looks at the whole.
  private static final int LOOKED_AT_EACH_TIME = 512;

  private final Redactor redactor;
  private final DeltaSink shown;

  /// The end of what has been shown, as it was before anything was taken out, and what is held
  /// back. Made at the first fragment: most effects have none.
  private @Nullable StringBuilder memory;

  /// How much of that has been shown.
  private int shownTo;

  /// How much was held back when it was looked at last.
  private int looked;

  /// Whether what has been shown, as far as it is remembered, has a sign of a secret.
  private boolean suspicious;

  private @Nullable Delta last;

  /// Whether something could not be searched. From then on nothing is shown: the effect goes on,
  /// and its outcome will say what there was to see.
  private boolean broken;

  public RedactedDeltas(Redactor redactor, DeltaSink shown) {
    this.redactor = redactor;
    this.shown = shown;
  }

  @Override
  public synchronized void accept(Delta delta) {
    guarded(() -> take(delta));
  }

  /// Whoever makes fragments must not die of what becomes of them: it may be the thread that
  /// carries out the effect, or one that a tool has started.
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
    // Nearly all fragments go this way.
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
    int clear = redactor.clearUpTo(text.toString());
    if (clear > shownTo) {
      show(clear);
    }
    looked = text.length() - shownTo;
    if (looked > MOST_HELD) {
      showBegun(clear);
    }
  }

  /// Shows of what is held back that it is there, and remembers how it began: that makes a secret
  /// of what follows.
  private void showBegun(int from) {
    var beginning = memory().substring(from, Math.min(memory().length(), from + CONTEXT));
    show(memory().length());
    memory().setLength(0);
    memory().append(beginning);
    shownTo = beginning.length();
    suspicious = true;
    looked = 0;
  }

  /// Shows what was held back: nothing follows.
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

  /// A little less, so that what is left begins with the beginning of a word.
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
    suspicious = redactor.hasSign(memory().substring(0, shownTo));
    shown.accept(last.withText(text));
  }
}
