package dev.drover.tools.change;

import dev.drover.kernel.message.ProbeResult;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.CallSubject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.spi.workspace.ConfigurationPaths;
import dev.drover.tools.call.CallArguments;
import dev.drover.tools.call.WorkspaceTool;
import dev.drover.tools.workspace.PathDiagnostics;
import dev.drover.tools.workspace.ProtectedPaths;
import dev.drover.tools.workspace.ToolRefusal;
import dev.drover.tools.workspace.Workspace;
import dev.drover.tools.workspace.WorkspacePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A tool that changes files. Subclasses name the affected paths and plan the change; judging,
/// announcing, applying and recovering it are shared by all of them and implemented here.
public abstract class FileChangeTool extends WorkspaceTool {
  private final List<Path> guarded;

  public FileChangeTool(ToolSpec spec) {
    this(spec, List.of());
  }

  /// @param guarded files and folders that require approval before a change, in addition to
  ///   [ConfigurationPaths]
  public FileChangeTool(ToolSpec spec, List<Path> guarded) {
    super(spec);
    this.guarded = List.copyOf(guarded);
  }

  /// A change that was checked against the current files.
  ///
  /// @param answer text for the model after the change
  /// @param preview text for the person who approves it
  public record Plan(List<FileRewrite> rewrites, String answer, String preview) {
    public Plan {
      rewrites = List.copyOf(rewrites);
    }
  }

  /// Every path that a call may touch, as given in the arguments.
  public abstract List<String> paths(CallArguments arguments) throws ToolRefusal;

  /// Changes nothing.
  public abstract Plan plan(CallContext context) throws ToolRefusal, IOException;

  @Override
  public final String carryOut(CallContext context)
      throws ToolRefusal, IOException, InterruptedException {
    return switch (ChangeProgress.of(context.call().changes(), context.workspace())) {
      case ChangeProgress.NotStarted _, ChangeProgress.AllBefore _ -> change(context);
      case ChangeProgress.AllAfter(var places) -> doneBefore(context, places);
      case ChangeProgress.PartlyApplied between -> complete(context, between);
      case ChangeProgress.Unclear(var place) -> throw new ToolRefusal(unclear(place));
    };
  }

  private String change(CallContext context) throws ToolRefusal, IOException, InterruptedException {
    var places = places(context);
    var plan = checkedPlan(context, places);
    StalenessCheck.check(context.call(), places, plan.rewrites());
    var open = plan.rewrites().stream().filter(rewrite -> !rewrite.isDone()).toList();
    if (!open.isEmpty()) {
      var rewriting = new RewriteTransaction(context.call(), open);
      rewriting.announce();
      rewriting.make();
    }
    remember(context, plan.rewrites());
    return plan.answer();
  }

  private Plan checkedPlan(CallContext context, List<WorkspacePath> places)
      throws ToolRefusal, IOException {
    for (var place : places) {
      ProtectedPaths.mustBeChangeable(place);
    }
    var plan = withoutSecrets(plan(context), context);
    for (var rewrite : plan.rewrites()) {
      PathDiagnostics.mayBecomeFile(rewrite.path());
    }
    return plan;
  }

  /// A single line of a diff may no longer be recognizable as part of a secret.
  private static Plan withoutSecrets(Plan plan, CallContext context) {
    var answer = plan.answer();
    var preview = plan.preview();
    for (var rewrite : plan.rewrites()) {
      var before = MaskedContent.of(context.call().redactor(), rewrite.path(), rewrite.before());
      answer = before.text().mask(answer);
      preview = before.text().mask(preview);
    }
    return new Plan(plan.rewrites(), answer, preview);
  }

  /// Changes that cannot be completed are rolled back: all or nothing, even across a crash.
  private static String complete(CallContext context, ChangeProgress.PartlyApplied between)
      throws ToolRefusal, IOException {
    try {
      new RewriteTransaction(context.call(), between.rest()).make();
    } catch (ToolRefusal | IOException failed) {
      new RewriteTransaction(context.call(), between.back()).make();
      throw failed;
    }
    remember(context, between.rest());
    var places = new ArrayList<WorkspacePath>();
    between.back().forEach(rewrite -> places.add(rewrite.path()));
    between.rest().forEach(rewrite -> places.add(rewrite.path()));
    return doneBefore(context, places);
  }

  private static void remember(CallContext context, List<FileRewrite> rewrites) {
    var seen = LastSeenFiles.of(context.call());
    for (var rewrite : rewrites) {
      rewrite
          .digest()
          .ifPresentOrElse(
              content -> seen.wrote(rewrite.path(), content), () -> seen.deleted(rewrite.path()));
    }
  }

  private static String doneBefore(CallContext context, List<WorkspacePath> places)
      throws ToolRefusal, IOException {
    var seen = LastSeenFiles.of(context.call());
    for (var place : places) {
      FileSnapshot.of(place).digest().ifPresent(content -> seen.wrote(place, content));
    }
    return "Done: %s. An earlier attempt at this call was interrupted before it could say so."
        .formatted(shown(places));
  }

  private static String unclear(WorkspacePath place) {
    return "This call was interrupted, and '%s' is neither as it was nor as it was to be. "
            .formatted(place.displayPath())
        + "Read it before you go on.";
  }

  private static String shown(List<WorkspacePath> places) {
    return places.stream()
        .map(place -> "'%s'".formatted(place.displayPath()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public final ProbeResult probe(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      return switch (ChangeProgress.of(call.changes(), context.workspace())) {
        // The next attempt completes a partly applied change.
        case ChangeProgress.NotStarted _,
            ChangeProgress.AllBefore _,
            ChangeProgress.PartlyApplied _ ->
            new ProbeResult.DidNotHappen();
        case ChangeProgress.AllAfter(var places) ->
            new ProbeResult.Happened(
                new ToolOutcome.Succeeded(Text.of(doneBefore(context, places))));
        case ChangeProgress.Unclear(var place) -> new ProbeResult.CannotTell(unclear(place));
      };
    } catch (ToolRefusal refusal) {
      return new ProbeResult.CannotTell(refusal.text());
    } catch (IOException broken) {
      return new ProbeResult.CannotTell(describe(broken));
    }
  }

  @Override
  public final String preview(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      return checkedPlan(context, places(context)).preview();
    } catch (ToolRefusal refusal) {
      return wouldFail(refusal.text(), call);
    } catch (IOException broken) {
      return wouldFail(describe(broken), call);
    }
  }

  private String wouldFail(String why, ToolInvocation call) {
    return "This %s would fail now: %s\n%s".formatted(spec().name(), why, call.arguments());
  }

  /// A call with invalid arguments has no subjects, and fails.
  @Override
  public final List<CallSubject> subjects(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      var subjects = new ArrayList<CallSubject>();
      for (var path : paths(context.arguments())) {
        subjects.add(context.workspace().subject(path));
      }
      return subjects;
    } catch (ToolRefusal | IOException _) {
      return List.of();
    }
  }

  /// Configuration that controls what agents may do always requires approval, whatever the rules
  /// allow.
  @Override
  public final Optional<String> escalation(ToolInvocation call) {
    try {
      var context = CallContext.of(call);
      for (var path : paths(context.arguments())) {
        if (decides(context.workspace(), path)) {
          return Optional.of(
              "'%s' decides what agents may do, so a person is always asked about a change"
                  .formatted(path));
        }
      }
    } catch (ToolRefusal | IOException _) {
      // The call will fail and change nothing.
      return Optional.empty();
    }
    return Optional.empty();
  }

  private boolean decides(Workspace workspace, String path) throws IOException {
    if (ConfigurationPaths.covers(path)) {
      return true;
    }
    try {
      var place = workspace.resolve(path);
      var real = place.root().resolve(place.relativePath());
      return ConfigurationPaths.covers(place.path())
          || guarded.stream().anyMatch(each -> real.startsWith(real(each)));
    } catch (ToolRefusal _) {
      return false;
    }
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      return path.toAbsolutePath().normalize();
    }
  }

  @Override
  public final String basis(ToolInvocation call) {
    try {
      return StalenessCheck.basis(places(CallContext.of(call)));
    } catch (ToolRefusal | IOException _) {
      // If the call can be carried out later after all, it is not the call that was judged.
      return StalenessCheck.NOWHERE;
    }
  }

  private List<WorkspacePath> places(CallContext context) throws ToolRefusal, IOException {
    var places = new ArrayList<WorkspacePath>();
    for (var path : paths(context.arguments())) {
      places.add(context.workspace().resolve(path));
    }
    return places;
  }
}
