package dev.drover.model.langchain4j;

import dev.drover.spi.model.Delta;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.PartialThinkingContext;
import dev.langchain4j.model.chat.response.PartialToolCall;
import dev.langchain4j.model.chat.response.PartialToolCallContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.chat.response.StreamingHandle;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Receives a reply: emits each delta, and reports the ending to the waiting thread.
///
/// LangChain4j calls the methods of the handler, on threads of its choice; [#await] and [#abandon]
/// belong to the waiting thread. After that one has left nothing is emitted any more, and the
/// stream is cancelled as soon as there is a handle: the first one comes with a delta, not before.
final class StreamingReplyHandler implements StreamingChatResponseHandler {
  private final Delta.Sink deltas;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private final StreamedContent shown = new StreamedContent();
  private @Nullable Ending ending;
  private @Nullable StreamingHandle handle;
  private boolean left;
  private long signsOfLife;

  StreamingReplyHandler(Delta.Sink deltas) {
    this.deltas = deltas;
  }

  /// How it ended, according to LangChain4j.
  sealed interface Ending {
    record Whole(ChatResponse response, StreamedContent shown) implements Ending {}

    record Broken(Throwable why) implements Ending {}

    /// Nothing arrived for too long.
    record Silent() implements Ending {}
  }

  @Override
  public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
    add(context.streamingHandle(), () -> shown.words(piece.text()));
  }

  @Override
  public void onPartialResponse(String text) {
    add(null, () -> shown.words(text));
  }

  @Override
  public void onPartialThinking(PartialThinking piece, PartialThinkingContext context) {
    add(context.streamingHandle(), () -> shown.thought(piece.text()));
  }

  @Override
  public void onPartialThinking(PartialThinking piece) {
    add(null, () -> shown.thought(piece.text()));
  }

  @Override
  public void onPartialToolCall(PartialToolCall piece, PartialToolCallContext context) {
    add(context.streamingHandle(), () -> shown.input(piece));
  }

  @Override
  public void onPartialToolCall(PartialToolCall piece) {
    add(null, () -> shown.input(piece));
  }

  @Override
  public void onCompleteToolCall(CompleteToolCall call) {
    add(null, () -> shown.call(call.index(), call.toolExecutionRequest()));
  }

  @Override
  public void onCompleteResponse(ChatResponse response) {
    lock.lock();
    try {
      if (!left && ending == null) {
        shown.rest(response.aiMessage()).forEach(deltas::accept);
        end(new Ending.Whole(response, shown));
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onError(Throwable why) {
    lock.lock();
    try {
      if (ending == null) {
        end(new Ending.Broken(why));
      }
    } finally {
      lock.unlock();
    }
  }

  private interface Piece {
    /// @return null if there is nothing to emit
    @Nullable Delta add();
  }

  private void add(@Nullable StreamingHandle by, Piece piece) {
    lock.lock();
    try {
      handle = by == null ? handle : by;
      signsOfLife++;
      if (left) {
        cancel();
      } else if (ending == null) {
        var delta = piece.add();
        if (delta != null) {
          deltas.accept(delta);
        }
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void end(Ending how) {
    ending = how;
    changed.signalAll();
  }

  /// @param idle how long it may be silent
  Ending await(Duration idle) throws InterruptedException {
    lock.lock();
    try {
      long heard = signsOfLife;
      long left = idle.toNanos();
      while (ending == null) {
        if (heard != signsOfLife) {
          heard = signsOfLife;
          left = idle.toNanos();
        } else if (left <= 0) {
          return new Ending.Silent();
        }
        left = changed.awaitNanos(left);
      }
      return ending;
    } finally {
      lock.unlock();
    }
  }

  /// Nothing is emitted after this.
  void abandon() {
    lock.lock();
    try {
      left = true;
      if (ending == null) {
        cancel();
      }
    } finally {
      lock.unlock();
    }
  }

  /// On another thread: a handle may take any amount of time.
  private void cancel() {
    if (handle != null && !handle.isCancelled()) {
      Thread.ofVirtual().name("cancels a stream").start(handle::cancel);
    }
  }
}
