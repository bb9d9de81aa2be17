/// Spring AI as a contender, without Spring Boot: a chat client with a memory advisor.
@NullMarked
package dev.drover.bench.peers.springai;

import org.jspecify.annotations.NullMarked;
