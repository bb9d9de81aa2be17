package dev.drover.model.http;

import dev.drover.model.http.anthropic.AnthropicProtocol;
import dev.drover.model.http.chat.ChatProtocol;
import dev.drover.model.http.facts.Ability;
import dev.drover.model.http.facts.Dialect;
import dev.drover.model.http.facts.ModelFacts;
import dev.drover.model.http.google.GoogleProtocol;
import dev.drover.model.http.openai.OpenAiProtocol;
import java.util.Set;

/// Providers of models. Each begins with what is usual, which its builder can change.
///
/// A model that the catalogue does not know can be asked all the same; something sensible is
/// assumed about it.
public final class HttpModels {
  /// Where the providers are, unless a builder is told otherwise.
  public static final String ANTHROPIC_URL = "https://api.anthropic.com";

  public static final String OPENAI_URL = "https://api.openai.com/v1";
  public static final String GOOGLE_URL = "https://generativelanguage.googleapis.com/v1beta";

  private static final ModelFacts CLAUDE =
      new ModelFacts(
          200_000, 32_000, null, Set.of(Ability.IMAGES, Ability.DOCUMENTS, Ability.REASONING));
  private static final ModelFacts GPT =
      new ModelFacts(
          128_000, 16_384, null, Set.of(Ability.IMAGES, Ability.DOCUMENTS, Ability.JSON));
  private static final ModelFacts GEMINI =
      new ModelFacts(
          1_000_000,
          65_536,
          null,
          Set.of(Ability.IMAGES, Ability.DOCUMENTS, Ability.AUDIO, Ability.JSON));

  private HttpModels() {}

  /// The Messages API, as `anthropic/…`.
  public static HttpModelsBuilder anthropic(Key key) {
    return new HttpModelsBuilder(new AnthropicProtocol(), "anthropic", ANTHROPIC_URL, key, CLAUDE);
  }

  /// The Responses API, as `openai/…`.
  public static HttpModelsBuilder openai(Key key) {
    return new HttpModelsBuilder(new OpenAiProtocol(), "openai", OPENAI_URL, key, GPT);
  }

  /// Gemini, as `google/…`.
  public static HttpModelsBuilder google(Key key) {
    return new HttpModelsBuilder(new GoogleProtocol(), "google", GOOGLE_URL, key, GEMINI);
  }

  /// Chat Completions as one of many servers speaks it, named as its dialect is.
  public static HttpModelsBuilder chat(Dialect dialect, Key key) {
    var builder =
        new HttpModelsBuilder(
            new ChatProtocol(dialect.wording()),
            dialect.name(),
            dialect.baseUrl(),
            key,
            dialect.assumed());
    return dialect.key() == Dialect.KeyNeed.OPTIONAL ? builder.keyless() : builder;
  }
}
