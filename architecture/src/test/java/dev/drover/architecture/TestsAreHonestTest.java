package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;
import dev.drover.architecture.source.JavacReader;
import dev.drover.architecture.source.ParsedSource;
import dev.drover.architecture.source.RepositoryFiles;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A test is never disabled, and waits for events instead of fixed times.
class TestsAreHonestTest {
  private static final Set<String> SWITCHED_OFF =
      Set.of("Disabled", "Ignore", "RepeatedIfExceptionsTest", "RetryingTest");
  private static final Set<String> ASLEEP =
      Set.of("Thread.sleep", "sleep", "SECONDS.sleep", "MILLISECONDS.sleep");

  /// By path: tests that must wait for a clock they do not control.
  private static final RuleExceptions SLEEPERS = new RuleExceptions(Map.of());

  @Test
  void noTestIsDisabledOrSleeps() {
    var found = new ArrayList<RuleFinding>();
    for (var source : RepositoryFiles.sources()) {
      if (source.isTest()) {
        found.addAll(dishonest(source));
      }
    }
    assertThat(SLEEPERS.judge(found)).isEmpty();
  }

  @Test
  void disabledAndSleepingTestsAreFound() {
    var sample =
        JavacReader.parse(
            "runtime/src/test/java/dev/drover/runtime/SlowTest.java",
            """
            class SlowTest {
              @Disabled void off() {}
              void asleep() { Thread.sleep(100); java.lang.Thread.sleep(100); }
              void alsoAsleep() { TimeUnit.SECONDS.sleep(1); }
            }
            """);
    assertThat(dishonest(sample))
        .extracting(RuleFinding::what)
        .containsExactly(
            "line 2: @Disabled",
            "line 3: Thread.sleep",
            "line 3: java.lang.Thread.sleep",
            "line 4: TimeUnit.SECONDS.sleep");
  }

  private static List<RuleFinding> dishonest(ParsedSource source) {
    var findings = new ArrayList<RuleFinding>();
    new TreeScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitAnnotation(AnnotationTree tree, @Nullable Void unused) {
        var name = tree.getAnnotationType().toString();
        if (SWITCHED_OFF.contains(name.substring(name.lastIndexOf('.') + 1))) {
          report(source.firstLine(tree), "@" + name);
        }
        return super.visitAnnotation(tree, null);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var name = tree.getMethodSelect().toString();
        if (ASLEEP.stream().anyMatch(call -> name.equals(call) || name.endsWith("." + call))) {
          report(source.firstLine(tree), name);
        }
        return super.visitMethodInvocation(tree, null);
      }

      private void report(long line, String what) {
        findings.add(new RuleFinding(source.path().toString(), "line " + line + ": " + what));
      }
    }.scan(source.unit(), null);
    return findings;
  }
}
