package dev.drover.internal.model;

import dev.drover.internal.spend.TokenEstimate;
import dev.drover.kernel.machine.RunProgress;
import dev.drover.kernel.machine.SessionPhase;
import dev.drover.kernel.machine.SessionState;
import dev.drover.kernel.message.Message;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// The estimated length of a request.
///
/// The number of bytes gives a rough estimate. The provider's count for the previous reply is
/// better: then only the messages after that reply are estimated from their bytes. The two do not
/// agree, so an estimate of a part is scaled to the measure of the whole.
///
/// @param tokens of the request
/// @param likely tokens of the request, estimated only from its bytes
/// @param frame tokens of its instructions and tools, estimated the same way
public record RequestLength(long tokens, long likely, long frame) {
  private static final int FRAME = 16;

  public static RequestLength of(ModelRequest request) {
    return of(request.instructions(), request.tools(), request.messages());
  }

  public static RequestLength of(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    long frame = TokenEstimate.likelyTokens(instructions, tools, List.of());
    long likely = frame;
    for (var message : messages) {
      likely += TokenEstimate.likelyTokens(message);
    }
    return new RequestLength(likely, likely, frame);
  }

  /// Whether the request exceeds this many tokens. Does not look at the whole request if it need
  /// not: most requests are clearly short enough.
  public static boolean isOver(long limit, ModelRequest request, SessionState state) {
    if (state.conversation().tokenBound() + weight(request) <= limit) {
      return false;
    }
    long counted = counted(request, state);
    return counted > 0 ? counted > limit : of(request).tokens() > limit;
  }

  /// The size of everything except the messages, in the measure of
  /// [dev.drover.kernel.machine.Conversation#tokenBound].
  private static long weight(ModelRequest request) {
    long weight = request.instructions().length();
    for (var tool : request.tools()) {
      weight += FRAME + tool.name().length() + tool.description().length() + tool.schema().length();
    }
    return weight;
  }

  /// The length by the provider's count, if the provider has counted a part of it.
  public RequestLength measured(ModelRequest request, SessionState state) {
    long counted = counted(request, state);
    return counted > 0 ? new RequestLength(counted, likely, frame) : this;
  }

  /// The same request with a known minimum number of tokens.
  public RequestLength atLeast(long known) {
    return new RequestLength(Math.max(tokens, known), likely, frame);
  }

  /// Tokens of the previous request, its reply, and the later messages; 0 if the last reply was to
  /// another conversation.
  private static long counted(ModelRequest request, SessionState state) {
    boolean isNext =
        state.phase() instanceof SessionPhase.Thinking thinking
            && thinking.frame().turn() > 1
            && thinking.frame().progress().compaction() == RunProgress.CompactionState.UNTOUCHED;
    long before = isNext ? state.totals().lastTurn().total() : 0;
    if (before == 0) {
      return 0;
    }
    var messages = request.messages();
    long after = 0;
    for (int i = messages.size() - 1; i >= 0; i--) {
      if (messages.get(i) instanceof Message.Assistant) {
        break;
      }
      after += TokenEstimate.likelyTokens(messages.get(i));
    }
    return before + after;
  }

  /// The scaled length of a part with this many likely tokens.
  long scaled(long part) {
    return likely == 0 ? part : Math.ceilDiv(part * tokens, likely);
  }

  /// The length of everything except the messages.
  long around() {
    return scaled(frame);
  }
}
