package dev.drover.internal.spend;

import dev.drover.kernel.message.ContentBlock;
import dev.drover.kernel.message.Message;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Media;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// An upper estimate of the tokens of a request, derived from its bytes. Only the provider can
/// count them, and an extra request for that would be too expensive, so the estimate is high: one
/// token for each two bytes is about twice the number for prose and code, and enough for scripts
/// whose letters have three bytes.
public final class TokenEstimate {
  private static final int BYTES_PER_TOKEN = 2;

  /// The typical number for prose and code.
  private static final int LIKELY_BYTES_PER_TOKEN = 4;

  /// The overhead of a provider for a message, a tool, or a call.
  private static final int FRAME = 16;

  /// The base size of an image or a document; its bytes are added.
  private static final int MEDIA = 2_000;

  private static final int MEDIA_BYTES_PER_TOKEN = 64;
  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;

  private long bytes;
  private long tokens;

  private TokenEstimate() {}

  public static long inputTokens(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    return of(instructions, tools, messages).tokens(BYTES_PER_TOKEN);
  }

  /// The likely number of tokens, to decide whether a request is too long.
  public static long likelyTokens(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    return of(instructions, tools, messages).tokens(LIKELY_BYTES_PER_TOKEN);
  }

  public static long likelyTokens(Message message) {
    var estimate = new TokenEstimate();
    estimate.add(message);
    return estimate.tokens(LIKELY_BYTES_PER_TOKEN);
  }

  private static TokenEstimate of(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    var estimate = new TokenEstimate();
    estimate.add(instructions);
    for (var tool : tools) {
      estimate.frame(tool.name());
      estimate.add(tool.description());
      estimate.add(tool.schema());
    }
    for (var message : messages) {
      estimate.add(message);
    }
    return estimate;
  }

  private long tokens(int bytesPerToken) {
    return tokens + Math.ceilDiv(bytes, bytesPerToken);
  }

  private void add(Message message) {
    switch (message) {
      case Message.User(var text, var media) -> {
        frame("");
        add(text);
        add(media);
      }
      case Message.Assistant(var blocks, _) -> blocks.forEach(this::add);
      case Message.ToolResult result -> {
        frame(result.callId());
        add(result.outcome());
      }
    }
  }

  private void add(ContentBlock block) {
    frame("");
    switch (block) {
      case ContentBlock.Prose(var text) -> add(text);
      case ContentBlock.Reasoning(var text) -> add(text);
      case ContentBlock.Call(var call) -> {
        add(call.callId());
        add(call.tool());
        add(call.arguments());
      }
      case ContentBlock.Opaque(_, var data) -> add(data);
    }
  }

  private void add(ToolOutcome outcome) {
    switch (outcome) {
      case ToolOutcome.Succeeded(var content, var media) -> {
        add(content);
        add(media);
      }
      case ToolOutcome.Failed(var reason) -> add(reason);
      case ToolOutcome.Refused(var reason) -> frame(reason);
      case ToolOutcome.Denied(_, var reason) -> frame(reason);
      case ToolOutcome.Unknown(var why) -> frame(why);
      case ToolOutcome.Cancelled(var why) -> frame(why);
    }
  }

  private void add(List<Media> media) {
    for (var item : media) {
      tokens += MEDIA + item.bytes() / MEDIA_BYTES_PER_TOKEN;
    }
  }

  private void frame(String text) {
    tokens += FRAME;
    add(text);
  }

  private void add(Text text) {
    switch (text) {
      case Text.Inline(var value) -> add(value);
      case Text.Stored(_, var length) -> bytes += length;
    }
  }

  private void add(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a surrogate pair counts three bytes where the pair has four, so the result is
      // not too small.
      bytes += c < ONE_BYTE ? 1 : c < TWO_BYTES ? 2 : 3;
    }
  }
}
