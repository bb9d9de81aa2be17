package dev.drover.model.langchain4j;

import dev.drover.spi.model.Model;
import dev.drover.spi.model.ModelProvider;
import dev.drover.spi.model.ProviderKey;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.Map;
import java.util.TreeMap;

/// Builds a provider from existing chat models. Models of one provider share a provider key: when
/// one is throttled, all wait.
///
/// Prefer a streaming model: its reply is shown as it arrives, and can be stopped in the middle. A
/// model that does not stream retries by itself unless it was built with `maxRetries(0)`; that
/// cannot be seen or changed from outside, and such attempts are not counted.
public final class LangChain4jModels {
  private final String provider;
  private final Map<String, Model> models = new TreeMap<>();
  private ChatModelTraits traits = ChatModelTraits.USUAL;

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

  /// The traits of the models that are added after this.
  public LangChain4jModels traits(ChatModelTraits value) {
    traits = value;
    return this;
  }

  /// @param model the part of its name after the slash
  public LangChain4jModels with(String model, StreamingChatModel chat) {
    return add(model, new ChatModelKind.Streaming(chat));
  }

  /// @param model the part of its name after the slash
  public LangChain4jModels with(String model, ChatModel chat) {
    return add(model, new ChatModelKind.Whole(chat));
  }

  private LangChain4jModels add(String model, ChatModelKind chat) {
    if (model.isBlank()) {
      throw new IllegalArgumentException("with: a model of %s has a name".formatted(provider));
    }
    var account = new ProviderKey(provider, "", "");
    var bridge = new LangChain4jModel(provider + "/" + model, account, chat, traits);
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
