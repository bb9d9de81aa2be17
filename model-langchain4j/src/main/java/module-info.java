/// Chat models that somebody has built with LangChain4j, as models of Drover.
///
/// Refuses to know any provider: whoever builds a chat model knows its keys and addresses. Refuses
/// to know retries too: a call is one attempt, and its failure says whether another makes sense.
///
/// What LangChain4j brings has no module descriptor of its own, so its name here is that of its
/// jar.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module dev.drover.model.langchain4j {
  requires transitive dev.drover.spi;
  requires transitive langchain4j.core;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.model.langchain4j;
}
