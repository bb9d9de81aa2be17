package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import dev.drover.architecture.source.SourceDeclarations;
import dev.drover.architecture.source.SourceDeclarations.MethodDeclaration;
import dev.drover.architecture.source.SourceDeclarations.TypeDeclaration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/// Size limits of files, methods, parameter lists and records.
///
/// The hard limits have no exceptions. Of the soft ones, that of methods has a list with reasons,
/// and that of files applies to nine of ten files.
class SizesTest {
  private static final int FILE = 400;
  private static final int FILE_HARD = 600;
  private static final int TEST_FILE_HARD = 800;
  private static final int METHOD = 40;
  private static final int METHOD_HARD = 70;
  private static final int PARAMETERS = 5;
  private static final int COMPONENTS = 8;

  private static final String ONE_ARM_EACH =
      "a switch with one arm for each kind of event or input, and nothing else";

  /// By name, such as `dev.drover.Drover.open`.
  private static final RuleExceptions LONG_METHODS =
      new RuleExceptions(
          Map.ofEntries(
              Map.entry(
                  "dev.drover.internal.assembly.RuntimeAssembly.parts",
                  "builds the parts of one writer, one after another, without a branch"),
              Map.entry("dev.drover.acp.update.NoticeMapper.happened", ONE_ARM_EACH),
              Map.entry("dev.drover.cli.output.EventLine.describe", ONE_ARM_EACH),
              Map.entry("dev.drover.cli.output.TextRunDisplay.show", ONE_ARM_EACH),
              Map.entry("dev.drover.codec.form.EventReader.readEvent", ONE_ARM_EACH),
              Map.entry("dev.drover.codec.form.InputForm.write", ONE_ARM_EACH),
              Map.entry("dev.drover.codec.form.InputForm.read", ONE_ARM_EACH),
              Map.entry("dev.drover.internal.trace.JournalTracer.take", ONE_ARM_EACH)));

  private static final RuleExceptions WIDE_METHODS = new RuleExceptions(Map.of());
  private static final RuleExceptions WIDE_RECORDS =
      new RuleExceptions(
          Map.ofEntries(
              Map.entry(
                  "dev.drover.internal.assembly.AgentServices",
                  "the services that the API of an agent passes on, each to one object"),
              Map.entry(
                  "dev.drover.internal.assembly.RuntimeShutdown",
                  "what is closed at the end, in this order"),
              Map.entry(
                  "dev.drover.tool.ToolQuestions.OpenQuestion",
                  "what a person sees of a question; all of it is shown"),
              Map.entry(
                  "dev.drover.internal.session.SessionParts",
                  "the parts that one writer consists of, which only the writer sees"),
              Map.entry(
                  "dev.drover.kernel.machine.RunProgress",
                  "one counter for each way in which a run makes no progress"),
              Map.entry(
                  "dev.drover.task.Subagent",
                  "what an agent is made of, each with its own method to set it"),
              Map.entry(
                  "dev.drover.internal.assembly.SessionServices",
                  "the services that the API of a session passes on, each to one object"),
              Map.entry(
                  "dev.drover.cli.config.Settings", "one component for each part of the files"),
              Map.entry(
                  "dev.drover.internal.assembly.RuntimeOptions",
                  "one component for each option of the runtime"),
              Map.entry(
                  "dev.drover.internal.dispatch.EffectStarter",
                  "what effects are started with; each kind of effect uses its own part")));

  /// A list of what is built, without a branch.
  private static final String WIRING = "dev.drover.internal.assembly.RuntimeAssembly.<init>";

  @Test
  void filesStayWithinTheirLimits() {
    var sources = RepositoryFiles.sources();
    assertThat(longFiles(sources, FILE_HARD, TEST_FILE_HARD)).isEmpty();
    assertThat(longFiles(sources, FILE, FILE)).hasSizeLessThanOrEqualTo(sources.size() / 10);
  }

  @Test
  void methodsStayWithinTheirLimits() {
    var sources = RepositoryFiles.sources();
    assertThat(longMethods(sources, METHOD_HARD, METHOD_HARD)).isEmpty();
    assertThat(LONG_METHODS.judge(longMethods(sources, METHOD, METHOD_HARD))).isEmpty();
  }

  @Test
  void methodsTakeFewParameters() {
    assertThat(WIDE_METHODS.judge(wideMethods(RepositoryFiles.mainSources()))).isEmpty();
  }

  @Test
  void recordsHaveFewComponents() {
    assertThat(WIDE_RECORDS.judge(wideRecords(RepositoryFiles.mainSources()))).isEmpty();
  }

  @Test
  void oversizedCodeIsFound() {
    var sample =
        JavacReader.parse(
            "kernel/src/main/java/dev/drover/kernel/Large.java",
            """
            package dev.drover.kernel;
            record Large(int a, int b, int c, int d, int e, int f, int g, int h, int i) {
              static void wide(int a, int b, int c, int d, int e, int f) {}
              static void tall() {
            %s
              }
            }
            """
                .formatted("    wide(1, 2, 3, 4, 5, 6);\n".repeat(METHOD_HARD)));
    assertThat(longFiles(List.of(sample), 70, 70)).hasSize(1);
    assertThat(longMethods(List.of(sample), METHOD_HARD, METHOD_HARD))
        .extracting(RuleFinding::subject)
        .containsExactly("dev.drover.kernel.Large.tall");
    assertThat(wideMethods(List.of(sample)))
        .extracting(RuleFinding::subject)
        .containsExactly("dev.drover.kernel.Large.wide");
    assertThat(wideRecords(List.of(sample)))
        .extracting(RuleFinding::subject)
        .containsExactly("dev.drover.kernel.Large");
  }

  private static List<RuleFinding> longFiles(List<ParsedSource> sources, int limit, int testLimit) {
    return sources.stream()
        .filter(source -> source.lines().size() > (source.isTest() ? testLimit : limit))
        .map(
            source ->
                new RuleFinding(
                    source.path().toString(), "has " + source.lines().size() + " lines"))
        .toList();
  }

  private static List<RuleFinding> longMethods(
      List<ParsedSource> sources, int limit, int testLimit) {
    return methods(sources)
        .filter(method -> !isTable(method) && !method.name().equals(WIRING))
        .filter(method -> height(method) > (method.source().isTest() ? testLimit : limit))
        .map(method -> new RuleFinding(method.name(), "has " + height(method) + " lines"))
        .toList();
  }

  /// Rows of a test, returned by one statement: they are easy to read at any length.
  private static boolean isTable(MethodDeclaration method) {
    var body = method.tree().getBody();
    return method.source().isTest()
        && body != null
        && body.getStatements().size() == 1
        && body.getStatements().getFirst() instanceof ReturnTree;
  }

  private static long height(MethodDeclaration method) {
    return method.source().height(method.tree());
  }

  /// The constructor of a record repeats its components, which have a rule of their own.
  private static List<RuleFinding> wideMethods(List<ParsedSource> sources) {
    return methods(sources)
        .filter(method -> !isConstructorOfRecord(method))
        .filter(method -> method.tree().getParameters().size() > parameters(method))
        .map(
            method ->
                new RuleFinding(
                    method.name(), "has " + method.tree().getParameters().size() + " parameters"))
        .toList();
  }

  /// The collaborators of a class are like the components of a record.
  private static int parameters(MethodDeclaration method) {
    return method.tree().getReturnType() == null ? COMPONENTS : PARAMETERS;
  }

  private static boolean isConstructorOfRecord(MethodDeclaration method) {
    return method.owner().tree().getKind() == Tree.Kind.RECORD
        && method.tree().getReturnType() == null;
  }

  private static List<RuleFinding> wideRecords(List<ParsedSource> sources) {
    return sources.stream()
        .flatMap(source -> SourceDeclarations.types(source).stream())
        .filter(type -> type.tree().getKind() == Tree.Kind.RECORD && components(type) > COMPONENTS)
        .map(type -> new RuleFinding(type.name(), "has " + components(type) + " components"))
        .toList();
  }

  /// To the compiler, components are fields: the only non-static ones of a record.
  private static long components(TypeDeclaration type) {
    return type.tree().getMembers().stream()
        .filter(VariableTree.class::isInstance)
        .map(VariableTree.class::cast)
        .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
        .count();
  }

  private static Stream<MethodDeclaration> methods(List<ParsedSource> sources) {
    return sources.stream().flatMap(source -> SourceDeclarations.methods(source).stream());
  }
}
