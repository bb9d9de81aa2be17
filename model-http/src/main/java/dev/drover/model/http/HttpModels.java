package dev.drover.model.http;

import dev.drover.model.http.anthropic.AnthropicProtocol;
import dev.drover.model.http.chat.ChatProtocol;
import dev.drover.model.http.facts.ChatDialect;
import dev.drover.model.http.facts.ModelAbility;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.google.GoogleProtocol;
import dev.drover.model.http.openai.OpenAiProtocol;
import java.util.Set;

/// Providers of models. Each has the usual defaults, which its builder can change.
///
/// A model that the catalogue does not contain can still be used; reasonable limits are assumed.
public final class HttpModels {
  /// The default addresses of the providers.
  public static final String ANTHROPIC_URL = "https://api.anthropic.com";

  public static final String OPENAI_URL = "https://api.openai.com/v1";
  public static final String GOOGLE_URL = "https://generativelanguage.googleapis.com/v1beta";

  private static final ModelFacts CLAUDE =
      new ModelFacts(
          200_000,
          32_000,
          null,
          Set.of(ModelAbility.IMAGES, ModelAbility.DOCUMENTS, ModelAbility.REASONING));
  private static final ModelFacts GPT =
      new ModelFacts(
          128_000,
          16_384,
          null,
          Set.of(ModelAbility.IMAGES, ModelAbility.DOCUMENTS, ModelAbility.JSON));
  private static final ModelFacts GEMINI =
      new ModelFacts(
          1_000_000,
          65_536,
          null,
          Set.of(
              ModelAbility.IMAGES, ModelAbility.DOCUMENTS, ModelAbility.AUDIO, ModelAbility.JSON));

  private HttpModels() {}

  /// The Messages API, as `anthropic/…`.
  public static HttpModelsBuilder anthropic(ApiKeySource key) {
    return new HttpModelsBuilder(new AnthropicProtocol(), "anthropic", ANTHROPIC_URL, key, CLAUDE);
  }

  /// The Responses API, as `openai/…`.
  public static HttpModelsBuilder openai(ApiKeySource key) {
    return new HttpModelsBuilder(new OpenAiProtocol(), "openai", OPENAI_URL, key, GPT);
  }

  /// Gemini, as `google/…`.
  public static HttpModelsBuilder google(ApiKeySource key) {
    return new HttpModelsBuilder(new GoogleProtocol(), "google", GOOGLE_URL, key, GEMINI);
  }

  /// Chat Completions in the dialect of one of many servers, with the name of its dialect.
  public static HttpModelsBuilder chat(ChatDialect dialect, ApiKeySource key) {
    var builder =
        new HttpModelsBuilder(
            new ChatProtocol(dialect.wording()),
            dialect.name(),
            dialect.baseUrl(),
            key,
            dialect.assumed());
    return dialect.key() == ChatDialect.KeyNeed.OPTIONAL ? builder.keyless() : builder;
  }
}
