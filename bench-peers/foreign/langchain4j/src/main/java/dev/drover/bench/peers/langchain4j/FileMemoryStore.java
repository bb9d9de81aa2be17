package dev.drover.bench.peers.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A memory in files, one for each session, written with the framework's own codec.
final class FileMemoryStore implements ChatMemoryStore {
  private final Path folder;

  FileMemoryStore(Path folder) {
    this.folder = folder;
  }

  @Override
  public List<ChatMessage> getMessages(Object id) {
    try {
      var file = file(id);
      return Files.exists(file)
          ? ChatMessageDeserializer.messagesFromJson(Files.readString(file))
          : List.of();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void updateMessages(Object id, List<ChatMessage> messages) {
    try {
      Files.writeString(
          file(id),
          ChatMessageSerializer.messagesToJson(messages),
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Override
  public void deleteMessages(Object id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private Path file(Object id) {
    return folder.resolve(id + ".json");
  }
}
