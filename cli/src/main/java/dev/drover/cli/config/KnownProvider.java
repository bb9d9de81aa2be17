package dev.drover.cli.config;

import dev.drover.model.http.HttpModels;
import dev.drover.model.http.facts.ChatDialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Providers known by name, with the environment variables that usually hold their keys.
public enum KnownProvider {
  OLLAMA(ChatDialect.OLLAMA.baseUrl()),
  LMSTUDIO(ChatDialect.LM_STUDIO.baseUrl()),
  LLAMACPP(ChatDialect.LLAMA_CPP.baseUrl()),
  VLLM(ChatDialect.VLLM.baseUrl()),
  ANTHROPIC(HttpModels.ANTHROPIC_URL),
  OPENAI(HttpModels.OPENAI_URL),
  GOOGLE(HttpModels.GOOGLE_URL),
  OPENROUTER(ChatDialect.OPENROUTER.baseUrl()),
  DEEPSEEK(ChatDialect.DEEPSEEK.baseUrl()),
  GROQ(ChatDialect.GROQ.baseUrl());

  private final String baseUrl;

  KnownProvider(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /// Its name, which precedes the slash in a model's name.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Its default address.
  public String baseUrl() {
    return baseUrl;
  }

  /// The usual variables for its key, of which the first that is set wins; none for local servers.
  public List<String> variables() {
    return switch (this) {
      case OLLAMA, LMSTUDIO, LLAMACPP, VLLM -> List.of();
      case ANTHROPIC -> List.of("ANTHROPIC_API_KEY");
      case OPENAI -> List.of("OPENAI_API_KEY");
      case GOOGLE -> List.of("GEMINI_API_KEY", "GOOGLE_API_KEY");
      case OPENROUTER -> List.of("OPENROUTER_API_KEY");
      case DEEPSEEK -> List.of("DEEPSEEK_API_KEY");
      case GROQ -> List.of("GROQ_API_KEY");
    };
  }

  /// Runs on the caller's machine and needs no key.
  public boolean isLocal() {
    return variables().isEmpty();
  }

  public static Optional<KnownProvider> find(String word) {
    return Arrays.stream(values()).filter(known -> known.word().equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(KnownProvider::word).toList();
  }
}
