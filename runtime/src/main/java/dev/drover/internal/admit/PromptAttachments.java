package dev.drover.internal.admit;

import dev.drover.Attachment;
import dev.drover.internal.agent.AgentSpec;
import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.value.Media;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// Validates attachments before a run is created, and stores them. Its messages never contain
/// content of an attachment.
record PromptAttachments(AgentSpec agent) {
  private static final int MOST = 32;
  private static final Pattern TYPE =
      Pattern.compile("(image|audio|video|text)/[a-z0-9][a-z0-9.+-]*|application/(pdf|json)");

  /// @throws ConfigurationInvalid if one cannot be sent to this agent
  void check(List<Attachment> all) {
    require(
        all.size() <= MOST,
        "%d go with the prompt, and %d is the most".formatted(all.size(), MOST),
        "Send fewer, or put them into the workspace and name them.");
    for (var each : all) {
      check(each);
    }
  }

  private void check(Attachment each) {
    long most = agent.conduct().attachmentBytes();
    require(
        TYPE.matcher(each.type()).matches(),
        "'%s' is not a type that goes with a prompt".formatted(each.type()),
        "Use image/…, audio/…, video/…, text/…, application/pdf or application/json.");
    require(each.content().length() > 0, each + " is empty", "Leave it out.");
    require(
        each.content().length() <= most,
        "%s is larger than the %,d bytes that are allowed".formatted(each, most),
        "Make it smaller, or allow more with maxAttachmentBytes.");
    require(
        agent.model().acceptsMedia(each.type()),
        "the model %s cannot read %s".formatted(agent.model().name(), each.type()),
        "Choose a model that can, or convert it.");
    require(
        !isText(each) || isUtf8(each.content()),
        each + " is not UTF-8",
        "Convert it, or send it under the type that it has.");
  }

  private static void require(boolean holds, String complaint, String remedy) {
    if (!holds) {
      throw new ConfigurationInvalid("attachment", complaint, remedy);
    }
  }

  /// Durable when it returns. Secrets are redacted in text attachments.
  static List<Media> keep(List<Attachment> all, EventTexts texts) {
    return all.isEmpty() ? List.of() : all.stream().map(each -> keep(each, texts)).toList();
  }

  private static Media keep(Attachment each, EventTexts texts) {
    var content = isText(each) ? Bytes.of(texts.redact(each.content().toString())) : each.content();
    return new Media(
        each.type(), texts.keep(content.array()), content.length(), texts.redact(each.name()));
  }

  private static boolean isText(Attachment each) {
    return each.type().startsWith("text/") || each.type().equals("application/json");
  }

  private static boolean isUtf8(Bytes content) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content.array()));
      return true;
    } catch (CharacterCodingException _) {
      return false;
    }
  }
}
