package dev.drover.bench.peers.springai;

import dev.drover.bench.peers.SessionFiles;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.UserMessage;

/// A memory in files. It keeps the kind and the text of each message, a line for each, as the table
/// of the framework's own JDBC repository keeps a row.
record FileMemoryRepository(SessionFiles files) implements ChatMemoryRepository {
  private static final String TAB = "\t";

  @Override
  public List<String> findConversationIds() {
    return files.sessions();
  }

  @Override
  public List<Message> findByConversationId(String id) {
    return files.read(id).map(FileMemoryRepository::messages).orElse(List.of());
  }

  @Override
  public void saveAll(String id, List<Message> messages) {
    files.write(
        id,
        messages.stream()
            .map(message -> message.getMessageType() + TAB + message.getText())
            .collect(Collectors.joining("\n")));
  }

  @Override
  public void deleteByConversationId(String id) {
    files.delete(id);
  }

  private static List<Message> messages(String text) {
    return text.lines().map(FileMemoryRepository::message).toList();
  }

  private static Message message(String line) {
    var parts = line.split(TAB, 2);
    return switch (MessageType.valueOf(parts[0])) {
      case USER -> new UserMessage(parts[1]);
      case ASSISTANT, SYSTEM, TOOL -> new AssistantMessage(parts[1]);
    };
  }
}
