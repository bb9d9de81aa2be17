package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleFinding;
import dev.drover.architecture.source.TypedSources;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A switch over one of our sealed types names every case, so that a new case is a compile error
/// wherever it has to be handled.
class SealedSwitchTest {
  @Test
  void noSwitchOverOurSealedTypesHasADefault() {
    var typed = RepositoryFiles.typedMainSources();
    assertThat(typed.sources()).flatExtracting(source -> evasions(source, typed)).isEmpty();
  }

  @Test
  void defaultsAreFound() {
    var sample =
        JavacReader.parse(
            "kernel/src/main/java/dev/drover/kernel/Sample.java",
            """
            package dev.drover.kernel;
            class Sample {
              sealed interface Event {}
              record Opened() implements Event {}
              record Closed() implements Event {}
              int hidesInDefault(Event event) {
                return switch (event) { case Opened _ -> 1; default -> 2; };
              }
              void hidesInStatement(Event event) {
                switch (event) { case Opened _ -> {} case null, default -> {} }
              }
              int hidesInPattern(Event event) {
                return switch (event) { case Opened _ -> 1; case Event _ -> 2; };
              }
              int guarded(Event event) {
                return switch (event) {
                  case Event e when e.hashCode() == 1 -> 1;
                  case Opened _, Closed _ -> 2;
                };
              }
              int foreign(Object object) {
                return switch (object) { case Opened _ -> 1; default -> 2; };
              }
            }
            """);
    var typed = JavacReader.attribute(List.of(sample), "");
    assertThat(evasions(typed.sources().getFirst(), typed))
        .extracting(RuleFinding::what)
        .containsExactly(
            "line 7: default over dev.drover.kernel.Sample.Event",
            "line 10: default over dev.drover.kernel.Sample.Event",
            "line 13: default over dev.drover.kernel.Sample.Event");
  }

  private static List<RuleFinding> evasions(ParsedSource source, TypedSources typed) {
    var scanner = new Switches(source, typed);
    scanner.scan(source.unit(), null);
    return scanner.findings;
  }

  private static final class Switches extends TreePathScanner<@Nullable Void, @Nullable Void> {
    private final List<RuleFinding> findings = new ArrayList<>();
    private final ParsedSource source;
    private final TypedSources typed;

    Switches(ParsedSource source, TypedSources typed) {
      this.source = source;
      this.typed = typed;
    }

    @Override
    public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
      judge(tree.getExpression(), tree.getCases());
      return super.visitSwitch(tree, null);
    }

    @Override
    public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
      judge(tree.getExpression(), tree.getCases());
      return super.visitSwitchExpression(tree, null);
    }

    private void judge(ExpressionTree selector, List<? extends CaseTree> cases) {
      var type = typeOf(selector);
      if (isOurSealedType(type)) {
        for (var each : cases) {
          if (takesTheRest(each, type)) {
            var line = source.firstLine(each);
            findings.add(
                new RuleFinding(
                    source.path().toString(), "line " + line + ": default over " + type));
          }
        }
      }
    }

    private boolean takesTheRest(CaseTree each, TypeMirror selector) {
      return each.getLabels().stream()
          .anyMatch(
              label ->
                  switch (label) {
                    case DefaultCaseLabelTree _ -> true;
                    case PatternCaseLabelTree pattern when each.getGuard() == null ->
                        pattern.getPattern() instanceof BindingPatternTree binding
                            && covers(binding, selector);
                    default -> false;
                  });
    }

    private boolean covers(BindingPatternTree binding, TypeMirror selector) {
      var types = typed.types();
      var pattern = typeOf(binding.getVariable());
      return types.isSubtype(types.erasure(selector), types.erasure(pattern));
    }

    private TypeMirror typeOf(Tree tree) {
      return source.trees().getTypeMirror(new TreePath(getCurrentPath(), tree));
    }

    private static boolean isOurSealedType(TypeMirror type) {
      return type instanceof DeclaredType declared
          && declared.asElement().getModifiers().contains(Modifier.SEALED)
          && declared.toString().startsWith("dev.drover.");
    }
  }
}
