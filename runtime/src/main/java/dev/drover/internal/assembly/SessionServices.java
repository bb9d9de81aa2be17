package dev.drover.internal.assembly;

import dev.drover.budget.SessionBudgets;
import dev.drover.internal.admit.PromptServices;
import dev.drover.internal.admit.PromptSubmission;
import dev.drover.internal.agent.WorkerModels;
import dev.drover.internal.artifact.StoredArtifacts;
import dev.drover.internal.budget.BudgetServices;
import dev.drover.internal.budget.LiveSessionBudgets;
import dev.drover.internal.compaction.SessionCompaction;
import dev.drover.internal.delegate.HostTasks;
import dev.drover.internal.direct.DirectCallServices;
import dev.drover.internal.direct.HostToolCalls;
import dev.drover.internal.handle.OpenHandle;
import dev.drover.internal.hook.HookChainRegistry;
import dev.drover.internal.judge.CallOversight;
import dev.drover.internal.mcp.SessionMcpServers;
import dev.drover.internal.mcp.SessionMcpServers.McpServices;
import dev.drover.internal.oneshot.OneShotServices;
import dev.drover.internal.run.IdleWait;
import dev.drover.internal.verify.RecordedVerification;
import dev.drover.internal.verify.VerificationServices;
import dev.drover.kernel.value.SessionId;
import dev.drover.session.SessionArtifacts;
import dev.drover.task.SessionTasks;
import dev.drover.tool.DirectTools;
import dev.drover.tool.McpServers;
import dev.drover.verify.SessionVerification;

/// The services of a session's API.
public record SessionServices(
    PromptServices prompts,
    OneShotServices oneShots,
    DirectCallServices directCalls,
    BudgetServices budgets,
    VerificationServices verification,
    HookChainRegistry hooks,
    IdleWait idle,
    WorkerModels workerModels,
    McpServices mcp) {
  public PromptSubmission submission(OpenHandle handle) {
    return new PromptSubmission(handle, prompts);
  }

  public DirectTools tools(OpenHandle handle) {
    return new HostToolCalls(handle, directCalls, CallOversight.HOST);
  }

  public McpServers servers(OpenHandle handle) {
    return new SessionMcpServers(handle, mcp);
  }

  public SessionTasks tasks(OpenHandle handle) {
    return new HostTasks(
        handle, tools(handle), prompts.queries(), prompts.runs(), workerModels, submission(handle));
  }

  public SessionVerification verification(OpenHandle handle) {
    return new RecordedVerification(handle, tools(handle), verification);
  }

  public SessionBudgets budgets(OpenHandle handle) {
    return new LiveSessionBudgets(handle, budgets);
  }

  public SessionCompaction compaction(OpenHandle handle) {
    return new SessionCompaction(
        handle,
        oneShots.queries(),
        oneShots.inputs(),
        oneShots.agents(),
        hooks,
        verification.texts(),
        oneShots.models());
  }

  public SessionArtifacts artifacts(SessionId session) {
    return new StoredArtifacts(session, verification.artifacts());
  }
}
