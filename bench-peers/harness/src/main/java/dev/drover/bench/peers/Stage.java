package dev.drover.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// Where a scene is played: the tools of all contenders, and a folder for those who can use one.
public final class Stage {
  public static final String PAYMENTS = "payments.txt";

  private final Scene scene;
  private final Path folder;
  private final Ending ending;
  private final String engine;
  private final Consumer<Reply> parent;
  private final AtomicBoolean listening;
  private final AtomicLong calls = new AtomicLong();

  /// How a payment ends.
  public enum Ending {
    RETURNS,
    /// The money is gone, the call never comes back: the place where the process is killed.
    HANGS
  }

  Stage(Scene scene, Path folder, Ending ending, String engine, Consumer<Reply> parent) {
    this.scene = scene;
    this.folder = folder;
    this.ending = ending;
    this.engine = engine;
    this.parent = parent;
    this.listening = new AtomicBoolean(scene == Scene.PAYMENT);
  }

  public Scene scene() {
    return scene;
  }

  public Path folder() {
    return folder;
  }

  /// Where the server of the contender is, in a form that the two agree on; empty if it needs none.
  public String engine() {
    return engine;
  }

  /// The id of the model's next call. Real models never use one twice, and some frameworks hold on
  /// to that.
  public String callId() {
    return "call-" + calls.incrementAndGet();
  }

  public String weather(String city) {
    return Scene.sky(city);
  }

  /// Pays, durably, and then returns or does not.
  public String pay(String bill) {
    try {
      Files.writeString(
          folder.resolve(PAYMENTS),
          "paid " + bill + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    if (ending == Ending.HANGS) {
      parent.accept(Reply.of("paid"));
      hang();
    }
    return "paid";
  }

  /// Whether the next request to the model is to be reported. Asked first, so that a measured run
  /// does not pay for words that nobody reads.
  public boolean isListening() {
    return listening.get();
  }

  /// Reports what the model is told; the first time only.
  public void told(List<String> messages) {
    if (listening.compareAndSet(true, false)) {
      parent.accept(Reply.of("told").with("messages", String.join(" | ", messages)));
    }
  }

  private static void hang() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
