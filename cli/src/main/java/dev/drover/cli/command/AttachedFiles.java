package dev.drover.cli.command;

import dev.drover.Ask;
import dev.drover.Attachment;
import dev.drover.cli.environment.CliRefusal;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.Bytes;
import dev.drover.spi.text.IoErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// The files of `--attach`. All are read before any work begins.
final class AttachedFiles {
  private static final long MEBIBYTE = 1 << 20;
  private static final long MOST_MEBIBYTES = 10;

  private AttachedFiles() {}

  static Ask to(Ask ask, CliInvocation call) {
    var all = ask;
    for (var name : call.arguments().values(CommandOption.ATTACH)) {
      all = all.with(attachment(name, call.environment().folder()));
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
        throw CliRefusal.usage(
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

  /// The name decides the type, otherwise the content: most source files are text, whatever their
  /// extension.
  private static Attachment typed(Path file, byte[] content) {
    try {
      return Attachment.file(file);
    } catch (ConfigurationInvalid untold) {
      if (!isText(content)) {
        throw CliRefusal.usage(
            "attachment_unreadable",
            "--attach: neither name nor content of %s shows its type".formatted(file.getFileName()),
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

  private static CliRefusal unreadable(String name, String why) {
    return CliRefusal.usage(
        "attachment_unreadable",
        "--attach: %s cannot be read: %s".formatted(name, why),
        "Give a file that is there and may be read. Nothing was sent.");
  }
}
