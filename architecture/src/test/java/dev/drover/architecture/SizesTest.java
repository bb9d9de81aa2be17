package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import dev.drover.architecture.source.Declarations;
import dev.drover.architecture.source.Declarations.MethodDeclaration;
import dev.drover.architecture.source.Declarations.TypeDeclaration;
import dev.drover.architecture.source.Exceptions;
import dev.drover.architecture.source.Finding;
import dev.drover.architecture.source.Javac;
import dev.drover.architecture.source.Repository;
import dev.drover.architecture.source.Source;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/// What fits in a head: files, methods, parameter lists, records.
///
/// The hard limits have no exceptions. Of the soft ones, that of methods has a list with reasons,
/// and that of files holds for most of them: nine of ten.
class SizesTest {
  private static final int FILE = 400;
  private static final int FILE_HARD = 600;
  private static final int TEST_FILE_HARD = 800;
  private static final int METHOD = 40;
  private static final int METHOD_HARD = 70;
  private static final int PARAMETERS = 5;
  private static final int COMPONENTS = 8;

  /// By name, such as `dev.drover.runtime.Drover.open`.
  private static final Exceptions LONG_METHODS = new Exceptions(Map.of());

  private static final Exceptions WIDE_METHODS = new Exceptions(Map.of());
  private static final Exceptions WIDE_RECORDS = new Exceptions(Map.of());

  @Test
  void filesHaveOneIdea() {
    var sources = Repository.sources();
    assertThat(longFiles(sources, FILE_HARD, TEST_FILE_HARD)).isEmpty();
    assertThat(longFiles(sources, FILE, FILE)).hasSizeLessThanOrEqualTo(sources.size() / 10);
  }

  @Test
  void methodsFitOnAScreen() {
    var sources = Repository.sources();
    assertThat(longMethods(sources, METHOD_HARD, METHOD_HARD)).isEmpty();
    assertThat(LONG_METHODS.judge(longMethods(sources, METHOD, METHOD_HARD))).isEmpty();
  }

  @Test
  void methodsTakeFewParameters() {
    assertThat(WIDE_METHODS.judge(wideMethods(Repository.mainSources()))).isEmpty();
  }

  @Test
  void recordsHaveFewComponents() {
    assertThat(WIDE_RECORDS.judge(wideRecords(Repository.mainSources()))).isEmpty();
  }

  @Test
  void whatIsTooLargeIsFound() {
    var sample =
        Javac.parse(
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
        .extracting(Finding::subject)
        .containsExactly("dev.drover.kernel.Large.tall");
    assertThat(wideMethods(List.of(sample)))
        .extracting(Finding::subject)
        .containsExactly("dev.drover.kernel.Large.wide");
    assertThat(wideRecords(List.of(sample)))
        .extracting(Finding::subject)
        .containsExactly("dev.drover.kernel.Large");
  }

  private static List<Finding> longFiles(List<Source> sources, int limit, int testLimit) {
    return sources.stream()
        .filter(source -> source.lines().size() > (source.isTest() ? testLimit : limit))
        .map(
            source ->
                new Finding(source.path().toString(), "has " + source.lines().size() + " lines"))
        .toList();
  }

  private static List<Finding> longMethods(List<Source> sources, int limit, int testLimit) {
    return methods(sources)
        .filter(method -> !isTable(method))
        .filter(method -> height(method) > (method.source().isTest() ? testLimit : limit))
        .map(method -> new Finding(method.name(), "has " + height(method) + " lines"))
        .toList();
  }

  /// Rows of a test, returned by one statement: there is nothing to lose one's way in.
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
  private static List<Finding> wideMethods(List<Source> sources) {
    return methods(sources)
        .filter(method -> !isConstructorOfRecord(method))
        .filter(method -> method.tree().getParameters().size() > PARAMETERS)
        .map(
            method ->
                new Finding(
                    method.name(), "has " + method.tree().getParameters().size() + " parameters"))
        .toList();
  }

  private static boolean isConstructorOfRecord(MethodDeclaration method) {
    return method.owner().tree().getKind() == Tree.Kind.RECORD
        && method.tree().getReturnType() == null;
  }

  private static List<Finding> wideRecords(List<Source> sources) {
    return sources.stream()
        .flatMap(source -> Declarations.types(source).stream())
        .filter(type -> type.tree().getKind() == Tree.Kind.RECORD && components(type) > COMPONENTS)
        .map(type -> new Finding(type.name(), "has " + components(type) + " components"))
        .toList();
  }

  /// To the compiler components are fields: the only ones of a record that are not static.
  private static long components(TypeDeclaration type) {
    return type.tree().getMembers().stream()
        .filter(VariableTree.class::isInstance)
        .map(VariableTree.class::cast)
        .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
        .count();
  }

  private static Stream<MethodDeclaration> methods(List<Source> sources) {
    return sources.stream().flatMap(source -> Declarations.methods(source).stream());
  }
}
