/// LangChain4j as a contender: an AI service with a chat memory for each session.
@NullMarked
package dev.drover.bench.peers.langchain4j;

import org.jspecify.annotations.NullMarked;
