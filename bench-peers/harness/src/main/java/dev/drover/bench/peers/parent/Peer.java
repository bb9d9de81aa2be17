package dev.drover.bench.peers.parent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Who takes part.
///
/// @param name what it is called in tables
/// @param artifact the jar whose version is shown; empty if it has none of its own
/// @param program what is measured and killed; for the kill it uses what its documentation offers
///   to keep sessions
/// @param server the program that keeps a server for it, if it needs one
/// @param kept where the kill test's sessions are kept, in words
record Peer(String name, String artifact, Program program, @Nullable Program server, String kept) {
  private static final String PACKAGE = "dev.drover.bench.peers.";

  static final String DROVER_IN_MEMORY = "Drover, memory";
  static final String DROVER_ON_SQLITE = "Drover, SQLite";

  private static final Peer SQLITE =
      new Peer(
          DROVER_ON_SQLITE,
          "",
          new Program("drover-sqlite", "sqlite.SqliteContender"),
          "the embedded store");

  /// Frameworks for agents, and the loop that one writes without any.
  static final List<Peer> FRAMEWORKS =
      List.of(
          new Peer("plain loop", "", new Program("plain", "plain.PlainLoop"), "memory"),
          new Peer(DROVER_IN_MEMORY, "", new Program("drover", "drover.DroverContender"), "memory"),
          SQLITE,
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

  /// Durable engines, on which an agent's loop is written by hand.
  static final List<Peer> ENGINES =
      List.of(
          SQLITE,
          new Peer(
              "DBOS",
              "transact",
              new Program("foreign/dbos", "dbos.DbosContender"),
              new Program("foreign/postgres", "postgres.PostgresServer"),
              "PostgreSQL"),
          new Peer(
              "Restate",
              "sdk-api",
              new Program("foreign/restate", "restate.RestateContender"),
              new Program("foreign/restate", "restate.RestateServer"),
              "Restate's server"));

  Peer(String name, String artifact, Program program, String kept) {
    this(name, artifact, program, null, kept);
  }

  /// A module below `bench-peers`, and the class in it that starts.
  record Program(String module, String main) {
    String mainClass() {
      return PACKAGE + main;
    }
  }
}
