/// Any chat model of LangChain4j as a model of Drover, whether it streams or not.
///
/// Refuses to know any provider: whoever builds a chat model knows its keys and addresses. Refuses
/// to know retries too: a call is one attempt, and its failure says whether another makes sense.
@NullMarked
package dev.drover.model.langchain4j;

import org.jspecify.annotations.NullMarked;
