package dev.drover.runtime.compact;

import dev.drover.kernel.Message;
import dev.drover.kernel.Phase;
import dev.drover.kernel.SessionState;
import dev.drover.kernel.Vigil;
import dev.drover.runtime.budget.Estimate;
import dev.drover.spi.model.ModelRequest;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// How long a request is, as far as that can be told without asking anybody.
///
/// Bytes tell it roughly. Better is what the provider counted for the reply before: then only what
/// came after that reply is told by its bytes. The two do not agree, so what is known of a part is
/// brought to the measure of the whole.
///
/// @param tokens of the request
/// @param likely tokens of it, told by its bytes alone
/// @param frame those of its instructions and tools, told the same way
public record Length(long tokens, long likely, long frame) {
  private static final int FRAME = 16;

  public static Length of(ModelRequest request) {
    return of(request.instructions(), request.tools(), request.messages());
  }

  public static Length of(String instructions, List<ToolSpec> tools, List<Message> messages) {
    long frame = Estimate.likelyTokens(instructions, tools, List.of());
    long likely = frame;
    for (var message : messages) {
      likely += Estimate.likelyTokens(message);
    }
    return new Length(likely, likely, frame);
  }

  /// Whether so many tokens are too few for the request. Does not look at all of it if it need not:
  /// most requests are so short that nobody has to count.
  public static boolean isOver(long limit, ModelRequest request, SessionState state) {
    if (state.conversation().weight() + weight(request) <= limit) {
      return false;
    }
    long counted = counted(request, state);
    return counted > 0 ? counted > limit : of(request).tokens() > limit;
  }

  /// Of what stands around the messages, in the measure of [dev.drover.kernel.Conversation#weight].
  private static long weight(ModelRequest request) {
    long weight = request.instructions().length();
    for (var tool : request.tools()) {
      weight += FRAME + tool.name().length() + tool.description().length() + tool.schema().length();
    }
    return weight;
  }

  /// The length as the provider counts it, if it has counted a part of it.
  public Length measured(ModelRequest request, SessionState state) {
    long counted = counted(request, state);
    return counted > 0 ? new Length(counted, likely, frame) : this;
  }

  /// The same request; whoever knows says that it has at least so many tokens.
  public Length atLeast(long known) {
    return new Length(Math.max(tokens, known), likely, frame);
  }

  /// Tokens of the request before, its reply, and what came after it; 0 if the last reply was to
  /// another conversation.
  private static long counted(ModelRequest request, SessionState state) {
    boolean isNext =
        state.phase() instanceof Phase.Thinking thinking
            && thinking.frame().turn() > 1
            && thinking.frame().vigil().length() == Vigil.Length.UNTOUCHED;
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
      after += Estimate.likelyTokens(messages.get(i));
    }
    return before + after;
  }

  /// What a part of so many likely tokens comes to.
  long scaled(long part) {
    return likely == 0 ? part : Math.ceilDiv(part * tokens, likely);
  }

  /// What is around the messages.
  long around() {
    return scaled(frame);
  }
}
