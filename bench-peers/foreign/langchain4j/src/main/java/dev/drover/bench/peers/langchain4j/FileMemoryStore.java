package dev.drover.bench.peers.langchain4j;

import dev.drover.bench.peers.SessionFiles;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.List;

/// A memory in files, written with the framework's own codec.
record FileMemoryStore(SessionFiles files) implements ChatMemoryStore {
  @Override
  public List<ChatMessage> getMessages(Object id) {
    return files
        .read(id.toString())
        .map(ChatMessageDeserializer::messagesFromJson)
        .orElse(List.of());
  }

  @Override
  public void updateMessages(Object id, List<ChatMessage> messages) {
    files.write(id.toString(), ChatMessageSerializer.messagesToJson(messages));
  }

  @Override
  public void deleteMessages(Object id) {
    files.delete(id.toString());
  }
}
