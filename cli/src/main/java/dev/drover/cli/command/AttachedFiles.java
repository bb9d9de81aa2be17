package dev.drover.cli.command;

import dev.drover.cli.host.Refusal;
import dev.drover.runtime.Ask;
import dev.drover.runtime.Attachment;
import dev.drover.runtime.problem.ConfigurationInvalid;
import dev.drover.spi.store.Bytes;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The files of `--attach`. All are read before anything is begun.
final class AttachedFiles {
  private static final long MEBIBYTE = 1 << 20;
  private static final long MOST_MEBIBYTES = 10;

  private AttachedFiles() {}

  static Ask to(Ask ask, Call call) {
    var all = ask;
    for (var name : call.arguments().values(Option.ATTACH)) {
      all = all.with(attachment(name, call.host().folder()));
    }
    return all;
  }

  private static Attachment attachment(String name, Path folder) {
    try {
      var file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        throw unreadable(name, "there is no such file");
      }
      if (Files.size(file) > MOST_MEBIBYTES * MEBIBYTE) {
        throw Refusal.usage(
            "attachment_too_large",
            "--attach: %s has %,d bytes, and %d MiB is the most"
                .formatted(name, Files.size(file), MOST_MEBIBYTES),
            "Give a smaller file, or let the agent read a part of it. Nothing was sent.");
      }
      var content = Files.readAllBytes(file);
      return typed(file, content);
    } catch (IOException broken) {
      throw unreadable(name, IoErrors.describe(broken));
    } catch (InvalidPathException wrong) {
      throw unreadable(name, "it is not a path");
    }
  }

  /// A name tells the type, else the content: most files of a program are words, whatever they end
  /// in.
  private static Attachment typed(Path file, byte[] content) {
    try {
      return Attachment.file(file);
    } catch (ConfigurationInvalid untold) {
      if (!isText(content)) {
        throw Refusal.usage(
            "attachment_unreadable",
            "--attach: neither name nor content of %s tells what kind of file it is"
                .formatted(file.getFileName()),
            "Give an image, a PDF, a recording or a text. Nothing was sent.");
      }
      return new Attachment("text/plain", Bytes.of(content), file.getFileName().toString());
    }
  }

  private static boolean isText(byte[] content) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content));
      return text.chars().noneMatch(each -> each == 0);
    } catch (CharacterCodingException binary) {
      return false;
    }
  }

  private static Refusal unreadable(String name, String why) {
    return Refusal.usage(
        "attachment_unreadable",
        "--attach: %s cannot be read: %s".formatted(name, why),
        "Give a file that is there and may be read. Nothing was sent.");
  }
}
