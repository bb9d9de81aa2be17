package dev.drover.model.http.facts;

import java.util.List;
import java.util.Set;

/// How one kind of server speaks Chat Completions. All say they are compatible, and each differs in
/// a few words; these are the words.
///
/// @param name of the provider, before the slash of a model's name
/// @param assumed what to assume about a model that is not in the catalogue
public record Dialect(
    String name, String baseUrl, KeyNeed key, Wording wording, ModelFacts assumed) {

  public enum KeyNeed {
    NEEDED,
    /// Sent if there is one.
    OPTIONAL
  }

  /// @param limit the field that bounds a reply
  /// @param reasoning the field of a delta with the model's thoughts
  /// @param kept the field of a delta that goes back with the message it came in; empty for none
  /// @param usage whether tokens are counted only when asked for
  /// @param schema what the server makes of a JSON schema for the answer
  public record Wording(
      String limit, String reasoning, String kept, UsageNeed usage, SchemaSupport schema) {}

  public enum UsageNeed {
    /// By `stream_options`, which is an error where it is not known.
    ASKED,
    NOTHING
  }

  public enum SchemaSupport {
    /// Keeps to it, and to one that leaves things open not quite.
    STRICT,
    /// Takes it, and knows no word for how strictly.
    PLAIN,
    NONE
  }

  private static final String OLD_LIMIT = "max_tokens";
  private static final String NEW_LIMIT = "max_completion_tokens";
  private static final ModelFacts LOCAL =
      new ModelFacts(32_768, 8_192, null, Set.of(Ability.IMAGES));
  private static final ModelFacts HOSTED =
      new ModelFacts(128_000, 8_192, null, Set.of(Ability.IMAGES));

  public static final Dialect OPENROUTER =
      new Dialect(
          "openrouter",
          "https://openrouter.ai/api/v1",
          KeyNeed.NEEDED,
          new Wording(
              OLD_LIMIT, "reasoning", "reasoning_details", UsageNeed.ASKED, SchemaSupport.STRICT),
          HOSTED.with(Ability.DOCUMENTS).with(Ability.JSON));

  public static final Dialect DEEPSEEK =
      new Dialect(
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

  public static final Dialect GROQ =
      new Dialect(
          "groq",
          "https://api.groq.com/openai/v1",
          KeyNeed.NEEDED,
          new Wording(NEW_LIMIT, "reasoning", "", UsageNeed.ASKED, SchemaSupport.STRICT),
          HOSTED);

  public static final Dialect VLLM = onThisMachine("vllm", 8000, "reasoning_content");

  public static final Dialect LLAMA_CPP = onThisMachine("llamacpp", 8080, "reasoning_content");

  public static final Dialect OLLAMA = onThisMachine("ollama", 11434, "reasoning");

  public static final Dialect LM_STUDIO = onThisMachine("lmstudio", 1234, "reasoning_content");

  /// All that are known by name.
  public static final List<Dialect> KNOWN =
      List.of(OPENROUTER, DEEPSEEK, GROQ, VLLM, LLAMA_CPP, OLLAMA, LM_STUDIO);

  private static Dialect onThisMachine(String name, int port, String reasoning) {
    return new Dialect(
        name,
        "http://localhost:%d/v1".formatted(port),
        KeyNeed.OPTIONAL,
        new Wording(OLD_LIMIT, reasoning, "", UsageNeed.ASKED, SchemaSupport.PLAIN),
        LOCAL.with(Ability.JSON));
  }

  /// A server of which only the address is known: asked in the plainest words, with a key if there
  /// is one.
  public static Dialect compatible(String name, String baseUrl) {
    return new Dialect(
        name,
        baseUrl,
        KeyNeed.OPTIONAL,
        new Wording(OLD_LIMIT, "reasoning_content", "", UsageNeed.ASKED, SchemaSupport.NONE),
        LOCAL);
  }
}
