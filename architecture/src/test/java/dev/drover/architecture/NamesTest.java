package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.Tree;
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
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/// Names say what a thing is, in the words of the glossary and in no others.
class NamesTest {
  private static final Pattern EMPTY_ENDING =
      Pattern.compile(".*(Manager|Helper|Helpers|Util|Utils|Impl|Base)");
  private static final Pattern HUNGARIAN_INTERFACE = Pattern.compile("I[A-Z][a-z].*");
  private static final Pattern SHOUTED_ACRONYM = Pattern.compile(".*[A-Z]{3}.*");
  private static final Pattern GETTER = Pattern.compile("get[A-Z].*");

  /// Words the glossary gave up, as parts of a type's name, and the word it uses.
  private static final Map<String, String> FORSAKEN =
      Map.of(
          "Thread", "Session",
          "Job", "Run",
          "Step", "Turn",
          "Iteration", "Turn",
          "Handler", "Performer",
          "Info", "Status or Report",
          "SubSession", "Child");

  private static final Exceptions OTHER_NOUNS =
      new Exceptions(
          Map.of(
              "dev.drover.store.jdbc.Job",
                  "work for the thread of a connection, which knows no run",
              "dev.drover.store.jdbc.JobQueue", "where such work waits",
              "dev.drover.tools.work.WorkspaceTool.Job", "what one tool call has to work with"));

  @Test
  void typesAreNamedByWhatTheyAre() {
    assertThat(emptyNames(Repository.sources())).isEmpty();
  }

  @Test
  void typesUseTheWordsOfTheGlossary() {
    assertThat(OTHER_NOUNS.judge(forsakenWords(Repository.mainSources()))).isEmpty();
  }

  @Test
  void exportedMethodsDoNotSayGet() {
    assertThat(getters(Repository.mainSources(), House.exportedPackages())).isEmpty();
  }

  @Test
  void badNamesAreFound() {
    var sample =
        Javac.parse(
            "runtime/src/main/java/dev/drover/runtime/StoreImpl.java",
            """
            package dev.drover.runtime;
            public class StoreImpl {
              interface IStore {}
              class SessionManager {}
              class JSONReader {}
              class StepPlan {}
              class SubSessionList {}
              class Stepping {}
              public interface Clock { String getZone(); }
              public String getName() { return ""; }
              public String get() { return ""; }
              @Override public Class<?> getOverridden() { return null; }
              String getHidden() { return ""; }
            }
            """);
    assertThat(emptyNames(List.of(sample)))
        .extracting(Finding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl",
            "dev.drover.runtime.StoreImpl.IStore",
            "dev.drover.runtime.StoreImpl.SessionManager",
            "dev.drover.runtime.StoreImpl.JSONReader");
    assertThat(forsakenWords(List.of(sample)))
        .extracting(Finding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl.StepPlan", "dev.drover.runtime.StoreImpl.SubSessionList");
    assertThat(getters(List.of(sample), Set.of("dev.drover.runtime")))
        .extracting(Finding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl.Clock.getZone", "dev.drover.runtime.StoreImpl.getName");
  }

  private static List<Finding> emptyNames(List<Source> sources) {
    return sources.stream()
        .flatMap(source -> Declarations.types(source).stream())
        .filter(NamesTest::isEmptyName)
        .map(type -> new Finding(type.name(), "is a name that does not say what it is"))
        .toList();
  }

  private static boolean isEmptyName(TypeDeclaration type) {
    var name = type.simpleName();
    return EMPTY_ENDING.matcher(name).matches()
        || SHOUTED_ACRONYM.matcher(name).matches()
        || (type.tree().getKind() == Tree.Kind.INTERFACE
            && HUNGARIAN_INTERFACE.matcher(name).matches());
  }

  private static List<Finding> forsakenWords(List<Source> sources) {
    return sources.stream()
        .flatMap(source -> Declarations.types(source).stream())
        .flatMap(
            type ->
                FORSAKEN.keySet().stream()
                    .filter(word -> hasWord(type.simpleName(), word))
                    .map(word -> forsaken(type, word)))
        .toList();
  }

  private static Finding forsaken(TypeDeclaration type, String word) {
    return new Finding(type.name(), "says " + word + "; our word is " + FORSAKEN.get(word));
  }

  private static boolean hasWord(String name, String word) {
    return name.matches("(.*[a-z0-9])?" + word + "s?([A-Z0-9].*)?");
  }

  /// `get` alone, as in a supplier, is a verb; what overrides was named by others.
  private static List<Finding> getters(List<Source> sources, Set<String> exported) {
    return sources.stream()
        .filter(source -> exported.contains(source.packageName()))
        .flatMap(source -> Declarations.methods(source).stream())
        .filter(method -> GETTER.matcher(method.simpleName()).matches())
        .filter(method -> isPublic(method) && !overrides(method))
        .map(method -> new Finding(method.name(), "says get"))
        .toList();
  }

  private static boolean isPublic(MethodDeclaration method) {
    return method.tree().getModifiers().getFlags().contains(Modifier.PUBLIC)
        || method.owner().tree().getKind() == Tree.Kind.INTERFACE;
  }

  private static boolean overrides(MethodDeclaration method) {
    return method.tree().getModifiers().getAnnotations().stream()
        .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
  }
}
