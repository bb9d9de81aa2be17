package dev.drover.spi.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Describes I/O errors for people. Most exceptions carry the reason only in the name of their
/// class, which means nothing to users who do not write Java.
public final class IoErrors {
  private static final String CLOSED = "it was closed before its end";
  private static final String UNKNOWN = "the system does not say why";

  /// Messages of the JDK's HTTP client when a connection ends early.
  private static final List<String> CUT =
      List.of("chunked transfer encoding", "fixed content-length", "EOF reached", "no bytes");

  private IoErrors() {}

  /// @return a phrase that follows a colon, without the path
  public static String describe(IOException broken) {
    return switch (broken) {
      case NoSuchFileException _ -> "there is no such file";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is there already";
      case NotDirectoryException _ -> "it is not a folder";
      case DirectoryNotEmptyException _ -> "the folder is not empty";
      case FileSystemLoopException _ -> "its links lead in a circle";
      case FileSystemException system -> reason(system);
      case CharacterCodingException _ -> "it is not a text in UTF-8";
      case EOFException _ -> CLOSED;
      case ClosedChannelException _ -> CLOSED;
      case UnknownHostException _ -> "there is no such host";
      case ConnectException refused ->
          refused.getMessage() == null ? "connection refused" : words(refused);
      case InterruptedIOException _ -> "there was no answer in time";
      default -> words(broken);
    };
  }

  private static String reason(FileSystemException broken) {
    var reason = broken.getReason();
    return reason == null || reason.isBlank() ? UNKNOWN : reason.toLowerCase(Locale.ROOT);
  }

  private static String words(IOException broken) {
    var said = Optional.ofNullable(broken.getMessage()).orElse("");
    if (CUT.stream().anyMatch(said::contains)) {
      return CLOSED;
    }
    var plain = withoutClass(said).strip();
    return plain.isEmpty() ? UNKNOWN : plain;
  }

  /// The message of an exception with a cause begins with the class name of the cause.
  private static String withoutClass(String said) {
    int colon = said.indexOf(':');
    var first = colon < 0 ? said : said.substring(0, colon);
    boolean isClass =
        !first.contains(" ") && (first.endsWith("Exception") || first.endsWith("Error"));
    return isClass ? withoutClass(colon < 0 ? "" : said.substring(colon + 1).strip()) : said;
  }
}
