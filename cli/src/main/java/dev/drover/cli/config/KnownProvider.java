package dev.drover.cli.config;

import dev.drover.model.http.HttpModels;
import dev.drover.model.http.facts.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Providers that are known by name, with the variables in which people keep their keys.
public enum KnownProvider {
  OLLAMA(Dialect.OLLAMA.baseUrl()),
  LMSTUDIO(Dialect.LM_STUDIO.baseUrl()),
  LLAMACPP(Dialect.LLAMA_CPP.baseUrl()),
  VLLM(Dialect.VLLM.baseUrl()),
  ANTHROPIC(HttpModels.ANTHROPIC_URL),
  OPENAI(HttpModels.OPENAI_URL),
  GOOGLE(HttpModels.GOOGLE_URL),
  OPENROUTER(Dialect.OPENROUTER.baseUrl()),
  DEEPSEEK(Dialect.DEEPSEEK.baseUrl()),
  GROQ(Dialect.GROQ.baseUrl());

  private final String baseUrl;

  KnownProvider(String baseUrl) {
    this.baseUrl = baseUrl;
  }

  /// Its name, before the slash of a model's.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Where it is unless somebody says otherwise.
  public String baseUrl() {
    return baseUrl;
  }

  /// Where its key usually is, the first that is set wins; none for servers on this machine.
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

  /// Runs on the machine of whoever asks it, and wants no key.
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
