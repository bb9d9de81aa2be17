package dev.drover.bench.peers.parent;

import java.util.List;

/// Who takes part.
///
/// @param name what it is called in tables
/// @param artifact the jar whose version is shown; empty if it has none of its own
/// @param program what is measured and killed; for the kill it uses what its documentation offers
///   to keep sessions, as far as that needs no server
/// @param kept where the kill test's sessions are kept, in words
record Peer(String name, String artifact, Program program, String kept) {
  private static final String PACKAGE = "dev.drover.bench.peers.";

  /// The one that ratios are about.
  static final String REFERENCE = "Drover, memory";

  static final List<Peer> ALL =
      List.of(
          new Peer("plain loop", "", new Program("plain", "plain.PlainLoop"), "memory"),
          new Peer(REFERENCE, "", new Program("drover", "drover.DroverContender"), "memory"),
          new Peer(
              "Drover, SQLite",
              "",
              new Program("drover-sqlite", "sqlite.SqliteContender"),
              "the embedded store"),
          new Peer(
              "LangChain4j",
              "langchain4j",
              new Program("foreign/langchain4j", "langchain4j.LangchainContender"),
              "a ChatMemoryStore in files"),
          new Peer(
              "Spring AI",
              "spring-ai-client-chat",
              new Program("foreign/spring-ai", "springai.SpringContender"),
              "a ChatMemoryRepository in files"),
          new Peer(
              "Google ADK",
              "google-adk",
              new Program("foreign/adk", "adk.AdkContender"),
              "memory: it has no session service that needs no server"),
          new Peer(
              "AgentScope",
              "agentscope-core",
              new Program("foreign/agentscope", "agentscope.AgentscopeContender"),
              "JsonFileAgentStateStore"));

  /// A module below `bench-peers`, and the class in it that starts.
  record Program(String module, String main) {
    String mainClass() {
      return PACKAGE + main;
    }
  }
}
