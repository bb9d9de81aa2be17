package dev.drover.testkit;

import dev.drover.kernel.Block;
import dev.drover.kernel.Failure;
import dev.drover.kernel.Message;
import dev.drover.kernel.ModelReply;
import dev.drover.kernel.Problem;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolCall;
import dev.drover.kernel.ToolOutcome;
import dev.drover.kernel.Usage;
import dev.drover.spi.model.DeltaSink;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelException;
import dev.drover.spi.model.ModelRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// A model with a window that it takes seriously: it counts each request itself, four bytes a
/// token, refuses one that is too long or that no provider would accept, and sums up when it is
/// told to.
final class NarrowModel implements Model {
  static final String SUMMARY = "All went well so far.";

  /// What it says to a request that is none for a summary.
  interface Mind {
    ModelReply reply(ModelRequest request) throws ModelException, InterruptedException;
  }

  private final int window;
  private final int maxOutput;
  private final Mind mind;
  private Mind summing =
      _ ->
          new ModelReply(
              List.of(new Block.Prose(Text.of(SUMMARY))), ModelReply.StopReason.DONE, Usage.NONE);
  private final List<ModelRequest> asked = new ArrayList<>();
  private final List<ModelRequest> summed = new ArrayList<>();
  private Usage reported = Usage.NONE;
  private int overflows;
  private boolean strict = true;

  NarrowModel(int window, int maxOutput, Mind mind) {
    this.window = window;
    this.maxOutput = maxOutput;
    this.mind = mind;
  }

  /// One that says it has a window, and takes more all the same.
  static NarrowModel lenient(int window, Mind mind) {
    var model = new NarrowModel(window, 2_000, mind);
    model.strict = false;
    return model;
  }

  /// The same model, which sums up in another way.
  NarrowModel summing(Mind other) {
    summing = other;
    return this;
  }

  @Override
  public String name() {
    return "narrow/model";
  }

  @Override
  public int window() {
    return window;
  }

  @Override
  public int maxOutput() {
    return maxOutput;
  }

  @Override
  public synchronized ModelReply call(ModelRequest request, DeltaSink deltas)
      throws ModelException, InterruptedException {
    boolean sums = request.instructions().startsWith("You sum up");
    (sums ? summed : asked).add(request);
    requireAcceptable(request.messages());
    long tokens = tokens(request);
    if (strict && window > 0 && tokens + maxOutput > window) {
      overflows++;
      throw overflow(tokens);
    }
    var reply = (sums ? summing : mind).reply(request);
    var usage = new Usage(tokens, bytes(request, reply.blocks()) / 4 + 1, 0, 0, 0);
    reported = reported.plus(usage);
    return new ModelReply(reply.blocks(), reply.stop(), usage);
  }

  static ModelException overflow(long tokens) {
    return new ModelException(
        Failure.lasting(
            new Problem("context_overflow", "Too long", tokens + " tokens", "Say less.")),
        null);
  }

  synchronized List<ModelRequest> asked() {
    return List.copyOf(asked);
  }

  synchronized List<ModelRequest> summed() {
    return List.copyOf(summed);
  }

  /// All that it has ever charged.
  synchronized Usage reported() {
    return reported;
  }

  synchronized int overflows() {
    return overflows;
  }

  static long tokens(ModelRequest request) {
    long bytes = bytes(request.instructions());
    for (var tool : request.tools()) {
      bytes += bytes(tool.name() + tool.description() + tool.schema());
    }
    for (var message : request.messages()) {
      bytes +=
          switch (message) {
            case Message.User(var text, _) -> bytes(request.read(text));
            case Message.Assistant(var blocks, _) -> bytes(request, blocks);
            case Message.ToolResult result -> bytes(content(request, result));
          };
    }
    return bytes / 4;
  }

  static String content(ModelRequest request, Message.ToolResult result) {
    return result.outcome() instanceof ToolOutcome.Succeeded(var content, _)
        ? request.read(content)
        : result.outcome().toString();
  }

  private static long bytes(ModelRequest request, List<Block> blocks) {
    long bytes = 0;
    for (var block : blocks) {
      bytes +=
          switch (block) {
            case Block.Prose(var text) -> bytes(request.read(text));
            case Block.Call(var call) -> bytes(call.tool() + request.read(call.arguments()));
            case Block.Reasoning _, Block.Opaque _ -> 0;
          };
    }
    return bytes;
  }

  private static long bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /// Each call has its outcome right behind it, and nothing else is an outcome; the user speaks
  /// first, and the model is not asked behind its own word.
  static void requireAcceptable(List<Message> messages) {
    var open = new HashSet<String>();
    Message before = null;
    for (var message : messages) {
      switch (message) {
        case Message.User _ -> require(open.isEmpty(), "words before outcomes", messages);
        case Message.Assistant(var blocks, _) -> {
          require(before != null && open.isEmpty(), "a reply out of place", messages);
          require(!(before instanceof Message.Assistant), "two replies", messages);
          for (var block : blocks) {
            if (block instanceof Block.Call(ToolCall call)) {
              open.add(call.callId());
            }
          }
        }
        case Message.ToolResult(_, var callId, _, _, _) ->
            require(open.remove(callId), "an outcome of nothing", messages);
      }
      before = message;
    }
    require(open.isEmpty(), "calls without outcomes", messages);
    require(before != null && !(before instanceof Message.Assistant), "nothing asked", messages);
  }

  private static void require(boolean holds, String complaint, List<Message> messages) {
    if (!holds) {
      throw new AssertionError(complaint + ": " + messages);
    }
  }
}
