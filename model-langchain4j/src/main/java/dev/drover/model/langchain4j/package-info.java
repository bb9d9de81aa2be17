/// Any chat model of LangChain4j as a model of Drover, whether it streams or not.
@NullMarked
package dev.drover.model.langchain4j;

import org.jspecify.annotations.NullMarked;
