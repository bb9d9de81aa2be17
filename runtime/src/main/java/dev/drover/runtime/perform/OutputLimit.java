package dev.drover.runtime.perform;

import dev.drover.kernel.Text;
import dev.drover.runtime.agent.Texts;
import dev.drover.spi.PortException;
import dev.drover.spi.tool.Artifacts;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a tool's output within what the model is shown: the head, the tail, and a line between
/// them that says how much is missing and how to read it. The whole becomes an artifact.
///
/// @param bytes what the model is shown at the most
public record OutputLimit(int bytes, Texts texts, Artifacts artifacts) {
  private static final Logger LOG = LoggerFactory.getLogger(OutputLimit.class);
  private static final int MAX_BYTES_PER_CHAR = 3;

  public Text cut(Text output) {
    if (!(output instanceof Text.Inline(var said)) || said.length() <= bytes / MAX_BYTES_PER_CHAR) {
      return texts.settled(output);
    }
    var whole = texts.clean(said);
    long size = Utf8.length(whole);
    return texts.of(size <= bytes ? whole : cut(whole, size));
  }

  private String cut(String whole, long size) {
    var where = keep(whole, size);
    // With the widest number that can stand there, so that the line is not longer than this.
    long room = Math.max(0, bytes - Utf8.length(line(size, size, where)));
    int head = Utf8.headEnd(whole, room / 2);
    int tail = Utf8.tailStart(whole, room - room / 2);
    long missing = Utf8.length(whole, head, tail);
    return whole.substring(0, head) + line(missing, size, where) + whole.substring(tail);
  }

  private static String line(long missing, long size, String where) {
    return "\n[… %d of %d bytes left out; %s …]\n".formatted(missing, size, where);
  }

  /// An output that cannot be kept is shown all the same, as far as it can be.
  private String keep(String whole, long size) {
    try (var content = new EncodedText(whole)) {
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
