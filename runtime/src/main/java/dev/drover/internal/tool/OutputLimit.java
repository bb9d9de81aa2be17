package dev.drover.internal.tool;

import dev.drover.internal.text.EventTexts;
import dev.drover.kernel.value.Text;
import dev.drover.spi.PortException;
import dev.drover.spi.tool.ToolInvocation.ArtifactAccess;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Limits the tool output that the model sees: the head, the tail, and a line between them that
/// states how much is missing and how to read it. The whole becomes an artifact.
///
/// @param bytes the maximum size for the model
public record OutputLimit(int bytes, EventTexts texts, ArtifactAccess artifacts) {
  private static final Logger LOG = LoggerFactory.getLogger(OutputLimit.class);
  private static final int MAX_BYTES_PER_CHAR = 3;

  public Text cut(Text output) {
    if (!(output instanceof Text.Inline(var said)) || said.length() <= bytes / MAX_BYTES_PER_CHAR) {
      return texts.moveIfLarge(output);
    }
    var whole = texts.redact(said);
    long size = Utf8Length.length(whole);
    return texts.of(size <= bytes ? whole : cut(whole, size));
  }

  private String cut(String whole, long size) {
    var where = keep(whole, size);
    // With the widest possible number, so that the line is never longer than this.
    long room = Math.max(0, bytes - Utf8Length.length(line(size, size, where)));
    int head = Utf8Length.headEnd(whole, room / 2);
    int tail = Utf8Length.tailStart(whole, room - room / 2);
    long missing = Utf8Length.length(whole, head, tail);
    return whole.substring(0, head) + line(missing, size, where) + whole.substring(tail);
  }

  private static String line(long missing, long size, String where) {
    return "\n[… %d of %d bytes left out; %s …]\n".formatted(missing, size, where);
  }

  /// An output that cannot be stored is still shown, as far as possible.
  private String keep(String whole, long size) {
    try (var content = new Utf8TextStream(whole)) {
      var artifact = artifacts.keep(content);
      return "%s is artifact %s: read it with the artifact tool"
          .formatted(artifact.bytes() == size ? "the whole" : "a part", artifact.shortName());
    } catch (PortException broken) {
      LOG.warn("an output cannot be kept: {}", broken.problem());
      return "the whole could not be kept (%s): make the output smaller and try again"
          .formatted(broken.problem().code());
    } catch (IOException impossible) {
      throw new IllegalStateException("a text in memory can be read", impossible);
    }
  }
}
