package dev.drover.tools.change;

import dev.drover.kernel.Input.Finding;
import dev.drover.kernel.Text;
import dev.drover.kernel.ToolOutcome;
import dev.drover.spi.tool.ConfigurationPaths;
import dev.drover.spi.tool.Subject;
import dev.drover.spi.tool.ToolInvocation;
import dev.drover.spi.tool.ToolSpec;
import dev.drover.tools.place.Guarded;
import dev.drover.tools.place.Lookup;
import dev.drover.tools.place.Obstacle;
import dev.drover.tools.place.Place;
import dev.drover.tools.place.Workspace;
import dev.drover.tools.work.Arguments;
import dev.drover.tools.work.WorkspaceTool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A tool that changes files. It says which paths it is about and plans the change; judging,
/// announcing, making and recovering are the same for all of them, and are here.
public abstract class ChangingTool extends WorkspaceTool {
  private final List<Path> guarded;

  public ChangingTool(ToolSpec spec) {
    this(spec, List.of());
  }

  /// @param guarded files and folders that are asked about before they are changed, in addition to
  ///   [ConfigurationPaths]
  public ChangingTool(ToolSpec spec, List<Path> guarded) {
    super(spec);
    this.guarded = List.copyOf(guarded);
  }

  /// What is to be done, found to fit the files as they are.
  ///
  /// @param answer what the model reads when it is done
  /// @param preview what a person sees before
  public record Plan(List<Rewrite> rewrites, String answer, String preview) {
    public Plan {
      rewrites = List.copyOf(rewrites);
    }
  }

  /// Every path that a call may touch, as it was given.
  public abstract List<String> paths(Arguments arguments) throws Obstacle;

  /// Changes nothing.
  public abstract Plan plan(Job job) throws Obstacle, IOException;

  @Override
  public final String carryOut(Job job) throws Obstacle, IOException, InterruptedException {
    return switch (Standing.of(job.call().changes(), job.workspace())) {
      case Standing.NotBegun _, Standing.AllBefore _ -> change(job);
      case Standing.AllAfter(var places) -> doneBefore(job, places);
      case Standing.Between between -> complete(job, between);
      case Standing.Unclear(var place) -> throw new Obstacle(unclear(place));
    };
  }

  private String change(Job job) throws Obstacle, IOException, InterruptedException {
    var places = places(job);
    var plan = checkedPlan(job, places);
    Freshness.check(job.call(), places, plan.rewrites());
    var open = plan.rewrites().stream().filter(rewrite -> !rewrite.isDone()).toList();
    if (!open.isEmpty()) {
      var rewriting = new Rewriting(job.call(), open);
      rewriting.announce();
      rewriting.make();
    }
    remember(job, plan.rewrites());
    return plan.answer();
  }

  private Plan checkedPlan(Job job, List<Place> places) throws Obstacle, IOException {
    for (var place : places) {
      Guarded.mustBeChangeable(place);
    }
    var plan = withoutSecrets(plan(job), job);
    for (var rewrite : plan.rewrites()) {
      Lookup.mayBecomeFile(rewrite.place());
    }
    return plan;
  }

  /// A line of a difference may not show any more that it is a part of a secret.
  private static Plan withoutSecrets(Plan plan, Job job) {
    var answer = plan.answer();
    var preview = plan.preview();
    for (var rewrite : plan.rewrites()) {
      var before = MaskedContent.of(job.call().redactor(), rewrite.place(), rewrite.before());
      answer = before.text().cleanse(answer);
      preview = before.text().cleanse(preview);
    }
    return new Plan(plan.rewrites(), answer, preview);
  }

  /// What cannot be completed is taken back: all or nothing, over a crash too.
  private static String complete(Job job, Standing.Between between) throws Obstacle, IOException {
    try {
      new Rewriting(job.call(), between.rest()).make();
    } catch (Obstacle | IOException failed) {
      new Rewriting(job.call(), between.back()).make();
      throw failed;
    }
    remember(job, between.rest());
    var places = new ArrayList<Place>();
    between.back().forEach(rewrite -> places.add(rewrite.place()));
    between.rest().forEach(rewrite -> places.add(rewrite.place()));
    return doneBefore(job, places);
  }

  private static void remember(Job job, List<Rewrite> rewrites) {
    var seen = FilesSeen.of(job.call());
    for (var rewrite : rewrites) {
      rewrite
          .digest()
          .ifPresentOrElse(
              content -> seen.wrote(rewrite.place(), content), () -> seen.deleted(rewrite.place()));
    }
  }

  private static String doneBefore(Job job, List<Place> places) throws Obstacle, IOException {
    var seen = FilesSeen.of(job.call());
    for (var place : places) {
      Snapshot.of(place).digest().ifPresent(content -> seen.wrote(place, content));
    }
    return "Done: %s. An earlier attempt at this call was interrupted before it could say so."
        .formatted(shown(places));
  }

  private static String unclear(Place place) {
    return "This call was interrupted, and '%s' is neither as it was nor as it was to be. "
            .formatted(place.shown())
        + "Read it before you go on.";
  }

  private static String shown(List<Place> places) {
    return places.stream()
        .map(place -> "'%s'".formatted(place.shown()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public final Finding probe(ToolInvocation call) {
    try {
      var job = Job.of(call);
      return switch (Standing.of(call.changes(), job.workspace())) {
        // What is half done is finished by the attempt that follows.
        case Standing.NotBegun _, Standing.AllBefore _, Standing.Between _ ->
            new Finding.DidNotHappen();
        case Standing.AllAfter(var places) ->
            new Finding.Happened(new ToolOutcome.Succeeded(Text.of(doneBefore(job, places))));
        case Standing.Unclear(var place) -> new Finding.CannotTell(unclear(place));
      };
    } catch (Obstacle obstacle) {
      return new Finding.CannotTell(obstacle.text());
    } catch (IOException broken) {
      return new Finding.CannotTell(describe(broken));
    }
  }

  @Override
  public final String preview(ToolInvocation call) {
    try {
      var job = Job.of(call);
      return checkedPlan(job, places(job)).preview();
    } catch (Obstacle obstacle) {
      return wouldFail(obstacle.text(), call);
    } catch (IOException broken) {
      return wouldFail(describe(broken), call);
    }
  }

  private String wouldFail(String why, ToolInvocation call) {
    return "This %s would fail now: %s\n%s".formatted(spec().name(), why, call.arguments());
  }

  /// A call that cannot be understood has none, and fails.
  @Override
  public final List<Subject> subjects(ToolInvocation call) {
    try {
      var job = Job.of(call);
      var subjects = new ArrayList<Subject>();
      for (var path : paths(job.arguments())) {
        subjects.add(job.workspace().subject(path));
      }
      return subjects;
    } catch (Obstacle | IOException _) {
      return List.of();
    }
  }

  /// What decides what agents may do is not changed unasked, whatever is allowed.
  @Override
  public final Optional<String> escalation(ToolInvocation call) {
    try {
      var job = Job.of(call);
      for (var path : paths(job.arguments())) {
        if (decides(job.workspace(), path)) {
          return Optional.of(
              "'%s' decides what agents may do, so a person is always asked about a change"
                  .formatted(path));
        }
      }
    } catch (Obstacle | IOException _) {
      // It will fail, and change nothing.
      return Optional.empty();
    }
    return Optional.empty();
  }

  private boolean decides(Workspace workspace, String path) throws IOException {
    if (ConfigurationPaths.covers(path)) {
      return true;
    }
    try {
      var place = workspace.place(path);
      var real = place.root().resolve(place.inside());
      return ConfigurationPaths.covers(place.path())
          || guarded.stream().anyMatch(each -> real.startsWith(real(each)));
    } catch (Obstacle _) {
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
      return Freshness.basis(places(Job.of(call)));
    } catch (Obstacle | IOException _) {
      // If it can be carried out later all the same, that is not what was judged.
      return Freshness.NOWHERE;
    }
  }

  private List<Place> places(Job job) throws Obstacle, IOException {
    var places = new ArrayList<Place>();
    for (var path : paths(job.arguments())) {
      places.add(job.workspace().place(path));
    }
    return places;
  }
}
