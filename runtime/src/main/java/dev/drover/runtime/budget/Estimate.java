package dev.drover.runtime.budget;

import dev.drover.kernel.Block;
import dev.drover.kernel.Media;
import dev.drover.kernel.Message;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.ToolSpec;
import java.util.List;

/// How many tokens a request has at most, told from its bytes. Nobody but the provider can count
/// them, and nobody wants to ask twice, so this errs on the safe side: one token for each two bytes
/// is about twice what prose and code come to, and enough for scripts whose letters have three
/// bytes.
public final class Estimate {
  private static final int BYTES_PER_TOKEN = 2;

  /// What prose and code come to.
  private static final int LIKELY_BYTES_PER_TOKEN = 4;

  /// What a provider puts around a message, a tool, a call.
  private static final int FRAME = 16;

  /// An image or a document, whatever its size, and what its size adds.
  private static final int MEDIA = 2_000;

  private static final int MEDIA_BYTES_PER_TOKEN = 64;
  private static final int ONE_BYTE = 0x80;
  private static final int TWO_BYTES = 0x800;

  private long bytes;
  private long tokens;

  private Estimate() {}

  public static long inputTokens(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    return of(instructions, tools, messages).tokens(BYTES_PER_TOKEN);
  }

  /// How many it likely has, for whoever wants to know whether it is too long.
  public static long likelyTokens(
      String instructions, List<ToolSpec> tools, List<Message> messages) {
    return of(instructions, tools, messages).tokens(LIKELY_BYTES_PER_TOKEN);
  }

  public static long likelyTokens(Message message) {
    var estimate = new Estimate();
    estimate.add(message);
    return estimate.tokens(LIKELY_BYTES_PER_TOKEN);
  }

  private static Estimate of(String instructions, List<ToolSpec> tools, List<Message> messages) {
    var estimate = new Estimate();
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

  private void add(Block block) {
    frame("");
    switch (block) {
      case Block.Prose(var text) -> add(text);
      case Block.Reasoning(var text) -> add(text);
      case Block.Call(var call) -> {
        add(call.callId());
        add(call.tool());
        add(call.arguments());
      }
      case Block.Opaque(_, var data) -> add(data);
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
      // Each half of a pair of surrogates counts three where the pair has four: on the safe side.
      bytes += c < ONE_BYTE ? 1 : c < TWO_BYTES ? 2 : 3;
    }
  }
}
