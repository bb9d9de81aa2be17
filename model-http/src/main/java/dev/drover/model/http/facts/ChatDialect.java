package dev.drover.model.http.facts;

import java.util.List;
import java.util.Set;

/// The dialect of one kind of server for Chat Completions. All claim to be compatible, and each
/// differs in a few fields, which are listed here.
///
/// @param name of the provider, before the slash of a model's name
/// @param assumed the facts to assume about a model that is not in the catalogue
public record ChatDialect(
    String name, String baseUrl, KeyNeed key, Wording wording, ModelFacts assumed) {

  public enum KeyNeed {
    NEEDED,
    /// Sent if there is one.
    OPTIONAL
  }

  /// @param limit the field that bounds a reply
  /// @param reasoning the field of a delta with the model's reasoning
  /// @param kept the field of a delta that is sent back with its message; empty for none
  /// @param usage whether tokens are counted only on request
  /// @param schema how the server supports a JSON schema for the answer
  public record Wording(
      String limit, String reasoning, String kept, UsageNeed usage, SchemaSupport schema) {}

  public enum UsageNeed {
    /// By `stream_options`, which is an error on servers that do not know it.
    ASKED,
    NOTHING
  }

  public enum SchemaSupport {
    /// Enforces it, but not completely if it allows further properties.
    STRICT,
    /// Accepts it, but has no field for strictness.
    PLAIN,
    NONE
  }

  private static final String OLD_LIMIT = "max_tokens";
  private static final String NEW_LIMIT = "max_completion_tokens";
  private static final ModelFacts LOCAL =
      new ModelFacts(32_768, 8_192, null, Set.of(ModelAbility.IMAGES));
  private static final ModelFacts HOSTED =
      new ModelFacts(128_000, 8_192, null, Set.of(ModelAbility.IMAGES));

  public static final ChatDialect OPENROUTER =
      new ChatDialect(
          "openrouter",
          "https://openrouter.ai/api/v1",
          KeyNeed.NEEDED,
          new Wording(
              OLD_LIMIT, "reasoning", "reasoning_details", UsageNeed.ASKED, SchemaSupport.STRICT),
          HOSTED.with(ModelAbility.DOCUMENTS).with(ModelAbility.JSON));

  public static final ChatDialect DEEPSEEK =
      new ChatDialect(
          "deepseek",
          "https://api.deepseek.com/v1",
          KeyNeed.NEEDED,
          new Wording(
              OLD_LIMIT,
              "reasoning_content",
              "reasoning_content",
              UsageNeed.ASKED,
              SchemaSupport.NONE),
          new ModelFacts(128_000, 8_192, null, Set.of()));

  public static final ChatDialect GROQ =
      new ChatDialect(
          "groq",
          "https://api.groq.com/openai/v1",
          KeyNeed.NEEDED,
          new Wording(NEW_LIMIT, "reasoning", "", UsageNeed.ASKED, SchemaSupport.STRICT),
          HOSTED);

  public static final ChatDialect VLLM = onThisMachine("vllm", 8000, "reasoning_content");

  public static final ChatDialect LLAMA_CPP = onThisMachine("llamacpp", 8080, "reasoning_content");

  public static final ChatDialect OLLAMA = onThisMachine("ollama", 11434, "reasoning");

  public static final ChatDialect LM_STUDIO = onThisMachine("lmstudio", 1234, "reasoning_content");

  /// All dialects with a name.
  public static final List<ChatDialect> KNOWN =
      List.of(OPENROUTER, DEEPSEEK, GROQ, VLLM, LLAMA_CPP, OLLAMA, LM_STUDIO);

  private static ChatDialect onThisMachine(String name, int port, String reasoning) {
    return new ChatDialect(
        name,
        "http://localhost:%d/v1".formatted(port),
        KeyNeed.OPTIONAL,
        new Wording(OLD_LIMIT, reasoning, "", UsageNeed.ASKED, SchemaSupport.PLAIN),
        LOCAL.with(ModelAbility.JSON));
  }

  /// A server of which only the address is known: uses the simplest requests, with a key if there
  /// is one.
  public static ChatDialect compatible(String name, String baseUrl) {
    return new ChatDialect(
        name,
        baseUrl,
        KeyNeed.OPTIONAL,
        new Wording(OLD_LIMIT, "reasoning_content", "", UsageNeed.ASKED, SchemaSupport.NONE),
        LOCAL);
  }
}
