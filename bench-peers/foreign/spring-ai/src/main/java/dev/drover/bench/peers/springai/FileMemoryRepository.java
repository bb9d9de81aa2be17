package dev.drover.bench.peers.springai;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;

/// A memory in files, one for each session. It keeps the kind and the text of each message, as the
/// table of the framework's own JDBC repository does.
final class FileMemoryRepository implements ChatMemoryRepository {
  private static final String ENDING = ".txt";
  private static final String TAB = "\t";

  private final Path folder;

  FileMemoryRepository(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<String> findConversationIds() {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .map(name -> name.substring(0, name.length() - ENDING.length()))
          .toList();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public List<Message> findByConversationId(String id) {
    try {
      return Files.exists(file(id))
          ? Files.readAllLines(file(id)).stream().map(FileMemoryRepository::message).toList()
          : List.of();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void saveAll(String id, List<Message> messages) {
    var lines =
        messages.stream()
            .map(message -> message.getMessageType() + TAB + message.getText())
            .toList();
    try {
      Files.write(
          file(id),
          lines,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void deleteByConversationId(String id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Message message(String line) {
    var parts = line.split(TAB, 2);
    return switch (MessageType.valueOf(parts[0])) {
      case USER -> new UserMessage(parts[1]);
      case ASSISTANT, SYSTEM, TOOL -> new AssistantMessage(parts[1]);
    };
  }

  private Path file(String id) {
    return folder.resolve(id + ENDING);
  }
}
