package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Classes of the runtime are not tied into knots: cycles of classes stay small, and no class uses
/// too many others.
///
/// Types are counted with the types nested in them. Exceptions are left out, since the family of
/// problems is sealed; so are records, enums and interfaces as targets of the fan-out, since a
/// value or a contract is not a collaborator.
class KnotsTest {
  private static final int LARGEST_CYCLE = 8;

  private static final int LARGEST_FAN_OUT = 15;

  /// The assembly names everything that it builds; that is its one idea.
  private static final String ASSEMBLY = "dev.drover.internal.assembly";

  @Test
  void cyclesOfClassesAreSmall() {
    assertThat(cycles(graph(ModuleTable.mainClasses())))
        .filteredOn(cycle -> cycle.size() > LARGEST_CYCLE)
        .isEmpty();
  }

  @Test
  void classesUseFewOthers() {
    assertThat(fanOuts(ModuleTable.mainClasses())).isEmpty();
  }

  /// No object receives the assembly: each gets the collaborators that it uses.
  @Test
  void theAssemblyIsNoParameter() {
    var receivers = new TreeSet<String>();
    for (var each : runtime(ModuleTable.mainClasses())) {
      each.getCodeUnits().stream()
          .filter(
              unit ->
                  unit.getRawParameterTypes().stream()
                      .anyMatch(type -> type.getName().equals(ASSEMBLY + ".RuntimeAssembly")))
          // A lambda of the assembly gets the object that it belongs to.
          .filter(unit -> !unit.getName().startsWith("lambda$"))
          .forEach(unit -> receivers.add(unit.getFullName()));
    }
    assertThat(receivers).isEmpty();
  }

  @Test
  void aKnotIsFound(@TempDir Path folder) {
    var sources = new ArrayList<String>();
    for (int i = 0; i < 9; i++) {
      sources.add(
          "package dev.drover.internal.knot; class C%d { C%d next; }".formatted(i, (i + 1) % 9));
    }
    var classes = BadCodeSamples.classes(folder, sources.toArray(String[]::new));
    assertThat(cycles(graph(classes))).singleElement().satisfies(c -> assertThat(c).hasSize(9));
  }

  private static List<String> fanOuts(JavaClasses classes) {
    var found = new ArrayList<String>();
    var behaviour = new HashSet<String>();
    for (var each : runtime(classes)) {
      if (!each.isInterface() && !each.isRecord() && !each.isEnum()) {
        behaviour.add(each.getName());
      }
    }
    graph(classes)
        .forEach(
            (name, targets) -> {
              var used = new TreeSet<>(targets);
              used.retainAll(behaviour);
              if (used.size() > LARGEST_FAN_OUT && !name.startsWith(ASSEMBLY + ".")) {
                found.add("%s uses %d: %s".formatted(name, used.size(), used));
              }
            });
    found.sort(Comparator.naturalOrder());
    return found;
  }

  private static List<JavaClass> runtime(JavaClasses classes) {
    return classes.stream()
        .filter(
            each ->
                ModuleTable.roomOf(each.getPackageName())
                    .filter(room -> room.folder().equals("runtime"))
                    .isPresent())
        .filter(each -> !each.isAssignableTo(Throwable.class))
        .toList();
  }

  /// Arrows between top-level classes of the runtime.
  private static Map<String, Set<String>> graph(JavaClasses classes) {
    var own = new HashMap<String, Set<String>>();
    for (var each : runtime(classes)) {
      own.computeIfAbsent(outermost(each), _ -> new TreeSet<>());
    }
    for (var each : runtime(classes)) {
      var from = outermost(each);
      for (var dependency : each.getDirectDependenciesFromSelf()) {
        var to = outermost(dependency.getTargetClass().getBaseComponentType());
        if (!to.equals(from) && own.containsKey(to)) {
          own.computeIfAbsent(from, _ -> new TreeSet<>()).add(to);
        }
      }
    }
    return own;
  }

  private static String outermost(JavaClass each) {
    var name = each.getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  /// Sets of classes that all reach each other.
  private static List<Set<String>> cycles(Map<String, Set<String>> graph) {
    var order = new ArrayList<String>();
    var seen = new HashSet<String>();
    graph.keySet().forEach(each -> visit(each, graph, seen, order));
    var reversed = new HashMap<String, Set<String>>();
    graph.forEach(
        (from, targets) ->
            targets.forEach(to -> reversed.computeIfAbsent(to, _ -> new TreeSet<>()).add(from)));
    var done = new HashSet<String>();
    var cycles = new ArrayList<Set<String>>();
    for (var start : order.reversed()) {
      var members = new ArrayList<String>();
      visit(start, reversed, done, members);
      if (members.size() > 1) {
        cycles.add(new TreeSet<>(members));
      }
    }
    return cycles;
  }

  /// Depth first, without recursion; a class is added when all that it reaches has been.
  private static void visit(
      String start, Map<String, Set<String>> graph, Set<String> seen, List<String> finished) {
    Deque<String> path = new ArrayDeque<>();
    if (seen.add(start)) {
      path.push(start);
    }
    while (!path.isEmpty()) {
      var top = path.peek();
      var next = graph.getOrDefault(top, Set.of()).stream().filter(seen::add).findFirst();
      if (next.isPresent()) {
        path.push(next.get());
      } else {
        finished.add(path.pop());
      }
    }
  }
}
