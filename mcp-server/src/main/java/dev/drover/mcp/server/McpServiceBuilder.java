package dev.drover.mcp.server;

import static dev.drover.kernel.check.NullChecks.nonNull;

import dev.drover.Agent;
import dev.drover.Drover;
import dev.drover.commands.SlashCommands;
import dev.drover.kernel.message.ApprovalAnswer;
import dev.drover.mcp.server.agent.AgentFeatures;
import dev.drover.mcp.server.agent.RequestStateSeal;
import dev.drover.mcp.server.agent.ServedAgent;
import dev.drover.mcp.server.http.McpHttpHandler;
import dev.drover.mcp.server.protocol.McpDispatcher;
import dev.drover.mcp.server.stdio.StdioConnection;
import dev.drover.problem.InvalidRequest.ConfigurationInvalid;
import dev.drover.spi.Bytes;
import dev.drover.spi.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Describes a service. Used by one thread.
public final class McpServiceBuilder {
  private static final String PATH = "/mcp";
  private static final int LEGACY_CLIENTS = 1000;
  private static final int SHORTEST_KEY = 32;

  private final Drover drover;
  private final List<ServedAgent> agents = new ArrayList<>();
  private SlashCommands commands = SlashCommands.STANDARD;
  private String principal = "";
  private String version = "0";
  private @Nullable Bytes key;
  private Time time = Time.system();
  private AgentFeatures.@Nullable Unattended answer;
  private Duration beat = Duration.ofSeconds(5);
  private Duration answerTime = Duration.ofHours(1);
  private Duration stateTime = Duration.ofHours(1);
  private int runs = 1000;

  McpServiceBuilder(Drover drover) {
    this.drover = drover;
  }

  /// Offers an agent as a tool of the same name.
  ///
  /// @param description for the model of the client
  /// @throws ConfigurationInvalid if the name is taken
  public McpServiceBuilder agent(Agent agent, String description) {
    nonNull(agent, "agent");
    nonNull(description, "description");
    if (agent.name().startsWith(AgentFeatures.RESERVED_PREFIX)
        || agents.stream().anyMatch(each -> each.agent().name().equals(agent.name()))) {
      throw new ConfigurationInvalid(
          "agent",
          "there is already a tool '%s'".formatted(agent.name()),
          "Give the agent another name, which does not begin with %s."
              .formatted(AgentFeatures.RESERVED_PREFIX));
    }
    agents.add(new ServedAgent(agent, description));
    return this;
  }

  /// Offers those of the commands that stand for a prompt.
  public McpServiceBuilder commands(SlashCommands offered) {
    commands = nonNull(offered, "offered");
    return this;
  }

  /// Who the client of [McpService#serve] is. Over HTTP the call says that.
  public McpServiceBuilder principal(String name) {
    principal = nonNull(name, "name");
    return this;
  }

  /// The version that clients see.
  public McpServiceBuilder version(String text) {
    version = nonNull(text, "text");
    return this;
  }

  /// A secret of at least 32 bytes, which seals what clients keep for the server. It must be the
  /// same after a restart, so that a client can answer a question of before.
  public McpServiceBuilder key(byte[] secret) {
    if (secret.length < SHORTEST_KEY) {
      throw new ConfigurationInvalid(
          "key",
          "the key has %d bytes".formatted(secret.length),
          "Use at least %d random bytes.".formatted(SHORTEST_KEY));
    }
    key = Bytes.of(secret.clone());
    return this;
  }

  /// Answers every approval request of the runs itself, instead of asking the client.
  ///
  /// @param by as it is recorded
  public McpServiceBuilder answerApprovals(ApprovalAnswer always, String by) {
    answer = new AgentFeatures.Unattended(nonNull(always, "always"), nonNull(by, "by"));
    return this;
  }

  public McpServiceBuilder time(Time source) {
    time = nonNull(source, "source");
    return this;
  }

  /// How long a stream over HTTP may be silent. A client that is gone is noticed after this.
  public McpServiceBuilder heartbeat(Duration every) {
    beat = nonNull(every, "every");
    return this;
  }

  /// How long a client of version 2025-11-25 may take to answer a question. The question stays open
  /// after that.
  public McpServiceBuilder answerTime(Duration atMost) {
    answerTime = nonNull(atMost, "atMost");
    return this;
  }

  /// How long a client of version 2026-07-28 can answer a question. After that it calls again and
  /// gets the question again.
  public McpServiceBuilder stateTime(Duration atMost) {
    stateTime = nonNull(atMost, "atMost");
    return this;
  }

  /// How many runs may be in progress at the same time.
  public McpServiceBuilder maxRuns(int most) {
    runs = most;
    return this;
  }

  /// @throws ConfigurationInvalid if there is no agent or no key
  public McpService build() {
    if (agents.isEmpty()) {
      throw new ConfigurationInvalid("agent", "there is no agent to serve", "Add one.");
    }
    if (key == null) {
      throw new ConfigurationInvalid(
          "key", "there is no key", "Give 32 random bytes that stay the same after a restart.");
    }
    var seal = new RequestStateSeal(key, stateTime, time);
    var offer = new AgentFeatures.Offer(drover, agents, commands, version, answer, runs);
    var dispatcher = new McpDispatcher(new AgentFeatures(offer, seal));
    var counter = new AtomicLong();
    return new McpService(
        dispatcher,
        new StdioConnection.Setup(dispatcher, principal, answerTime, time),
        new McpHttpHandler.Setup(
            PATH,
            LEGACY_CLIENTS,
            beat,
            answerTime,
            () ->
                seal.secretName(
                    "client %s %d".formatted(time.freshId("m-"), counter.incrementAndGet()))));
  }
}
