/// Any chat model of LangChain4j as a model of Drover, whether it streams or not.
///
/// It knows no provider: the builder of a chat model sets its keys and addresses. It does not
/// retry: a call is one attempt, and its failure says whether a retry makes sense.
@NullMarked
package dev.drover.model.langchain4j;

import org.jspecify.annotations.NullMarked;
