package dev.drover.model.langchain4j;

import dev.drover.spi.model.Account;
import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.Map;
import java.util.TreeMap;

/// Builds a provider of chat models that somebody else has built. Models of one provider share an
/// account: when one is throttled, all wait.
///
/// A model that streams is to be preferred: its reply is shown as it comes, and stopped in the
/// middle. One that does not stream tries again by itself unless it was built with `maxRetries(0)`;
/// that cannot be seen or changed from outside, and such attempts are counted nowhere.
public final class LangChain4jModels {
  private final String provider;
  private final Map<String, Model> models = new TreeMap<>();
  private Traits traits = Traits.USUAL;

  private LangChain4jModels(String provider) {
    this.provider = provider;
  }

  /// @param provider the part of its models' names before the slash
  public static LangChain4jModels named(String provider) {
    if (provider.isBlank() || provider.contains("/")) {
      throw new IllegalArgumentException(
          "named: a provider's name is not blank and has no slash, unlike '%s'"
              .formatted(provider));
    }
    return new LangChain4jModels(provider);
  }

  /// What is known about the models that are added after this.
  public LangChain4jModels traits(Traits value) {
    traits = value;
    return this;
  }

  /// @param model the part of its name behind the slash
  public LangChain4jModels with(String model, StreamingChatModel chat) {
    return add(model, new Chat.Streaming(chat));
  }

  /// @param model the part of its name behind the slash
  public LangChain4jModels with(String model, ChatModel chat) {
    return add(model, new Chat.Whole(chat));
  }

  private LangChain4jModels add(String model, Chat chat) {
    if (model.isBlank()) {
      throw new IllegalArgumentException("with: a model of %s has a name".formatted(provider));
    }
    var account = new Account(provider, "", "");
    var bridge = new ChatModelBridge(provider + "/" + model, account, chat, traits);
    if (models.putIfAbsent(model, bridge) != null) {
      throw new IllegalArgumentException(
          "with: %s has a model '%s' already; give this one another name"
              .formatted(provider, model));
    }
    return this;
  }

  public ModelProvider build() {
    return new LangChain4jProvider(provider, models);
  }
}
