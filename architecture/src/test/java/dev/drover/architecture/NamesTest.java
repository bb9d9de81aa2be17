package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.Tree;
import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import dev.drover.architecture.source.SourceDeclarations;
import dev.drover.architecture.source.SourceDeclarations.MethodDeclaration;
import dev.drover.architecture.source.SourceDeclarations.TypeDeclaration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.junit.jupiter.api.Test;

/// Names use the words of the glossary.
class NamesTest {
  private static final Pattern EMPTY_ENDING =
      Pattern.compile(".*(Manager|Helper|Helpers|Util|Utils|Impl|Base)");
  private static final Pattern HUNGARIAN_INTERFACE = Pattern.compile("I[A-Z][a-z].*");
  private static final Pattern SHOUTED_ACRONYM = Pattern.compile(".*[A-Z]{3}.*");
  private static final Pattern ONE_WORD = Pattern.compile("[A-Z][a-z0-9]+");
  private static final Pattern SEPARATOR = Pattern.compile(",");
  private static final Pattern GETTER = Pattern.compile("get[A-Z].*");

  /// Words that the glossary has replaced, as parts of a type's name, and their replacements.
  private static final Map<String, String> FORSAKEN =
      Map.of(
          "Job", "Run",
          "Step", "Turn",
          "Iteration", "Turn",
          "Info", "Status or Report",
          "SubSession", "Child");

  private static final RuleExceptions OTHER_NOUNS =
      new RuleExceptions(
          Map.of(
              "dev.drover.store.sql.QueuedJob",
                  "work for the thread of a connection, which knows no run",
              "dev.drover.store.sql.JobQueue", "where such work waits"));

  @Test
  void typeNamesAvoidMeaninglessWords() {
    assertThat(emptyNames(RepositoryFiles.sources())).isEmpty();
  }

  @Test
  void typeNamesUseGlossaryWords() {
    assertThat(OTHER_NOUNS.judge(forsakenWords(RepositoryFiles.mainSources()))).isEmpty();
  }

  /// A name is found by searching for it, so it names one thing.
  @Test
  void topLevelTypeNamesAreUnique() {
    assertThat(repeatedNames(ownSources())).isEmpty();
  }

  /// One word is enough only for the nouns of the glossary.
  @Test
  void oneWordNamesAreGlossaryNouns() {
    assertThat(oneWordNames(shippedSources(), glossaryNouns())).isEmpty();
  }

  @Test
  void exportedMethodsHaveNoGetPrefix() {
    assertThat(getters(RepositoryFiles.mainSources(), ModuleTable.exportedPackages())).isEmpty();
  }

  @Test
  void badNamesAreFound() {
    var sample =
        JavacReader.parse(
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
        .extracting(RuleFinding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl",
            "dev.drover.runtime.StoreImpl.IStore",
            "dev.drover.runtime.StoreImpl.SessionManager",
            "dev.drover.runtime.StoreImpl.JSONReader");
    assertThat(forsakenWords(List.of(sample)))
        .extracting(RuleFinding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl.StepPlan", "dev.drover.runtime.StoreImpl.SubSessionList");
    assertThat(getters(List.of(sample), Set.of("dev.drover.runtime")))
        .extracting(RuleFinding::subject)
        .containsExactly(
            "dev.drover.runtime.StoreImpl.Clock.getZone", "dev.drover.runtime.StoreImpl.getName");
  }

  private static List<RuleFinding> emptyNames(List<ParsedSource> sources) {
    return sources.stream()
        .flatMap(source -> SourceDeclarations.types(source).stream())
        .filter(NamesTest::isEmptyName)
        .map(type -> new RuleFinding(type.name(), "is a name that does not say what it is"))
        .toList();
  }

  /// The programs of other frameworks are written in their own words.
  private static List<ParsedSource> ownSources() {
    return RepositoryFiles.sources().stream()
        .filter(source -> !source.path().toString().startsWith("bench-peers"))
        .toList();
  }

  private static List<ParsedSource> shippedSources() {
    return RepositoryFiles.mainSources().stream()
        .filter(source -> ModuleTable.roomOf(source.packageName()).isPresent())
        .toList();
  }

  private static List<RuleFinding> repeatedNames(List<ParsedSource> sources) {
    var places = new TreeMap<String, List<String>>();
    for (var source : sources) {
      for (var type : SourceDeclarations.types(source)) {
        if (type.name().equals(source.packageName() + "." + type.simpleName())) {
          places.computeIfAbsent(type.simpleName(), _ -> new ArrayList<>()).add(type.name());
        }
      }
    }
    return places.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> new RuleFinding(each.getKey(), "names " + each.getValue()))
        .toList();
  }

  private static List<RuleFinding> oneWordNames(List<ParsedSource> sources, Set<String> nouns) {
    return sources.stream()
        .flatMap(
            source ->
                SourceDeclarations.types(source).stream()
                    .filter(
                        type -> type.name().equals(source.packageName() + "." + type.simpleName())))
        .filter(type -> ONE_WORD.matcher(type.simpleName()).matches())
        .filter(type -> !nouns.contains(type.simpleName()))
        .map(type -> new RuleFinding(type.name(), "is one word that the glossary does not have"))
        .toList();
  }

  /// The words in the first column of the tables of the glossary.
  private static Set<String> glossaryNouns() {
    var nouns = new HashSet<String>();
    for (var line :
        RepositoryFiles.read(RepositoryFiles.root().resolve("docs/GLOSSARY.md")).lines().toList()) {
      if (line.startsWith("| ")) {
        SEPARATOR
            .splitAsStream(line.substring(2, line.indexOf('|', 2)))
            .forEach(word -> nouns.add(word.strip().replace("-", "")));
      }
    }
    return nouns;
  }

  private static boolean isEmptyName(TypeDeclaration type) {
    var name = type.simpleName();
    return EMPTY_ENDING.matcher(name).matches()
        || SHOUTED_ACRONYM.matcher(name).matches()
        || (type.tree().getKind() == Tree.Kind.INTERFACE
            && HUNGARIAN_INTERFACE.matcher(name).matches());
  }

  private static List<RuleFinding> forsakenWords(List<ParsedSource> sources) {
    return sources.stream()
        .flatMap(source -> SourceDeclarations.types(source).stream())
        .flatMap(
            type ->
                FORSAKEN.keySet().stream()
                    .filter(word -> hasWord(type.simpleName(), word))
                    .map(word -> forsaken(type, word)))
        .toList();
  }

  private static RuleFinding forsaken(TypeDeclaration type, String word) {
    return new RuleFinding(type.name(), "says " + word + "; our word is " + FORSAKEN.get(word));
  }

  private static boolean hasWord(String name, String word) {
    return name.matches("(.*[a-z0-9])?" + word + "s?([A-Z0-9].*)?");
  }

  /// `get` alone, as in a supplier, is a verb; the name of an overriding method is given.
  private static List<RuleFinding> getters(List<ParsedSource> sources, Set<String> exported) {
    return sources.stream()
        .filter(source -> exported.contains(source.packageName()))
        .flatMap(source -> SourceDeclarations.methods(source).stream())
        .filter(method -> GETTER.matcher(method.simpleName()).matches())
        .filter(method -> isPublic(method) && !overrides(method))
        .map(method -> new RuleFinding(method.name(), "says get"))
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
