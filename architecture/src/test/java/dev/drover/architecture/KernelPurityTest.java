package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The kernel is deterministic: it reads only its arguments and changes only its return values.
class KernelPurityTest {
  private static final String KERNEL = "dev.drover.kernel";

  /// Values and arithmetic. Types not listed here have, or may have, side effects.
  private static final Set<String> PURE_PACKAGES =
      Set.of(
          "java.lang",
          "java.lang.annotation",
          "java.lang.invoke",
          "java.lang.runtime",
          "java.math",
          "java.nio.charset",
          "java.time",
          "java.time.format",
          "java.time.temporal",
          "java.util",
          "java.util.function",
          "java.util.regex",
          "java.util.stream",
          "org.jspecify.annotations");

  /// Exceptions inside those packages: clocks, threads, randomness, processes, the machine.
  private static final Set<String> IMPURE_TYPES =
      Set.of(
          "java.lang.ClassLoader",
          "java.lang.InheritableThreadLocal",
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.ProcessHandle",
          "java.lang.Runtime",
          "java.lang.ScopedValue",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.time.Clock",
          "java.time.InstantSource",
          "java.util.Random",
          "java.util.ResourceBundle",
          "java.util.Scanner",
          "java.util.ServiceLoader",
          "java.util.SplittableRandom",
          "java.util.Timer",
          "java.util.TimeZone");

  /// Pure types with an impure method. Of `System` only the array copy is allowed.
  private static final Set<String> IMPURE_METHODS =
      Set.of(
          "getDefault",
          "now",
          "parallel",
          "parallelStream",
          "random",
          "randomUUID",
          "shuffle",
          "systemDefault");

  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.of(
              "dev.drover.kernel.machine.Draft",
              "grows inside one call of decide and is seen by nobody else",
              "dev.drover.kernel.machine.Conversation",
              "forks claim a free slot of the array they share; whoever loses copies, so no reader"
                  + " can tell"));

  @Test
  void theKernelIsPure() {
    assertThat(EXCEPTIONS.judge(impurities(ModuleTable.mainClasses()))).isEmpty();
  }

  @Test
  void impureCodeIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            """
            package dev.drover.kernel;
            class Impure {
              int count;
              java.util.concurrent.locks.Lock lock;
              java.time.Clock clock;
              Object now() { return java.time.Instant.now(); }
              Object id() { return java.util.UUID.randomUUID(); }
              void print() { System.out.println(); }
              void start(Runnable work) { new Thread(work).start(); }
              double chance() { return Math.random(); }
              void log() { System.getLogger("kernel"); }
            }
            """);
    assertThat(impurities(classes))
        .extracting(RuleFinding::what)
        .contains(
            "field count is not final",
            "uses java.util.concurrent.locks.Lock",
            "uses java.time.Clock",
            "uses java.io.PrintStream",
            "uses java.lang.Thread",
            "calls java.lang.System.getLogger",
            "calls java.time.Instant.now",
            "calls java.util.UUID.randomUUID",
            "calls java.lang.Math.random",
            "calls java.lang.System.out");
  }

  private static List<RuleFinding> impurities(JavaClasses classes) {
    var findings = new ArrayList<RuleFinding>();
    for (var each : classes) {
      if (isKernel(each)) {
        impureTypes(each, findings);
        impureCalls(each, findings);
        mutableFields(each, findings);
      }
    }
    return findings;
  }

  private static void impureTypes(JavaClass each, List<RuleFinding> findings) {
    for (var dependency : each.getDirectDependenciesFromSelf()) {
      var target = dependency.getTargetClass().getBaseComponentType();
      var pure = isKernel(target) || PURE_PACKAGES.contains(target.getPackageName());
      if (!target.isPrimitive() && (!pure || IMPURE_TYPES.contains(target.getName()))) {
        findings.add(new RuleFinding(each.getName(), "uses " + target.getName()));
      }
    }
  }

  private static void impureCalls(JavaClass each, List<RuleFinding> findings) {
    for (var access : each.getAccessesFromSelf()) {
      if (isImpure(access)) {
        findings.add(
            new RuleFinding(
                each.getName(),
                "calls " + access.getTargetOwner().getName() + "." + access.getName()));
      }
    }
  }

  private static boolean isImpure(JavaAccess<?> access) {
    if (isKernel(access.getTargetOwner())) {
      return false;
    }
    return access.getTargetOwner().isEquivalentTo(System.class)
        ? !access.getName().equals("arraycopy")
        : IMPURE_METHODS.contains(access.getName());
  }

  private static void mutableFields(JavaClass each, List<RuleFinding> findings) {
    for (var field : each.getFields()) {
      if (!field.getModifiers().contains(JavaModifier.FINAL)) {
        findings.add(new RuleFinding(each.getName(), "field " + field.getName() + " is not final"));
      }
    }
  }

  private static boolean isKernel(JavaClass each) {
    return (each.getPackageName() + ".").startsWith(KERNEL + ".");
  }
}
