package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import dev.drover.architecture.source.RuleExceptions;
import dev.drover.architecture.source.RuleFinding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The runtime calls models, tools and other foreign code through one wrapper, which catches
/// everything that such code can throw.
@Tag("J3")
class ForeignBorderTest {
  private static final String BORDER = "dev.drover.internal.foreign";

  private static final Set<String> FOREIGN =
      Set.of(
          "dev.drover.spi.model.Model",
          "dev.drover.spi.model.ModelProvider",
          "dev.drover.spi.tool.AgentTool",
          "dev.drover.spi.tool.FileRestorer",
          "dev.drover.spi.schema.SchemaCompiler",
          "dev.drover.spi.schema.SchemaCompiler$CompiledSchema",
          "dev.drover.policy.Checker",
          "dev.drover.budget.BudgetGuard",
          "dev.drover.commands.SlashCommand");

  private static final String GIVEN_BODY = "hands it to ForeignCode as a body";

  private static final String WRAPPED = "is given those that are behind the border already";

  private static final String ITSELF_BEHIND = "is itself a tool that is called through the border";

  /// Methods of every object.
  private static final Set<String> OF_OBJECTS =
      Set.of("equals", "hashCode", "toString", "getClass");

  /// Classes that may make such calls directly: `class calls thing`, and why.
  private static final RuleExceptions EXCEPTIONS =
      new RuleExceptions(
          Map.ofEntries(
              Map.entry("dev.drover.commands.ForeignCommand calls SlashCommand", GIVEN_BODY),
              Map.entry("dev.drover.compaction.CompactionPolicy calls Model", WRAPPED),
              Map.entry("dev.drover.internal.agent.ModelLookup calls ModelProvider", GIVEN_BODY),
              Map.entry("dev.drover.internal.mcp.PinnedTool calls AgentTool", ITSELF_BEHIND),
              Map.entry("dev.drover.internal.undo.RunUndo calls FileRestorer", GIVEN_BODY),
              Map.entry("dev.drover.internal.schema.ObjectSchema calls SchemaCompiler", GIVEN_BODY),
              Map.entry(
                  "dev.drover.internal.schema.ObjectSchema calls CompiledSchema", GIVEN_BODY)));

  @Test
  void foreignCodeIsCalledThroughTheBorder() {
    assertThat(EXCEPTIONS.judge(strangers(ModuleTable.mainClasses()))).isEmpty();
  }

  @Test
  void theForeignTypesOfTheRuleExist() {
    var all = ModuleTable.mainClasses();
    assertThat(FOREIGN).allMatch(name -> all.get(name).isInterface());
  }

  @Test
  void aCallThatBypassesTheBorderIsFound(@TempDir Path folder) {
    var classes =
        BadCodeSamples.classes(
            folder,
            "package dev.drover.spi.model; public interface Model { String name(); }",
            """
            package dev.drover.internal.model;
            import dev.drover.spi.model.Model;
            class Stranger {
              String direct(Model model) { return model.name(); }
            }
            """,
            """
            package dev.drover.internal.foreign;
            import dev.drover.spi.model.Model;
            record ForeignModel(Model inner) implements Model {
              public String name() { return inner.name(); }
            }
            """);
    assertThat(strangers(classes))
        .extracting(RuleFinding::subject)
        .containsExactly("dev.drover.internal.model.Stranger calls Model");
  }

  private static boolean isRuntime(String packageName) {
    return ModuleTable.roomOf(packageName)
        .filter(room -> room.folder().equals("runtime") || room.folder().equals("commands"))
        .isPresent();
  }

  private static List<RuleFinding> strangers(JavaClasses classes) {
    return classes.stream()
        .filter(each -> isRuntime(each.getPackageName()))
        .filter(each -> !each.getPackageName().equals(BORDER))
        .flatMap(
            each ->
                Stream.<JavaCodeUnitAccess<?>>concat(
                    each.getMethodCallsFromSelf().stream(),
                    each.getMethodReferencesFromSelf().stream()))
        .filter(access -> FOREIGN.contains(access.getTargetOwner().getName()))
        .filter(access -> !OF_OBJECTS.contains(access.getName()))
        .map(
            access ->
                new RuleFinding(
                    outermost(access.getOriginOwner())
                        + " calls "
                        + access.getTargetOwner().getSimpleName(),
                    access.getDescription()))
        .toList();
  }

  private static String outermost(JavaClass nested) {
    return nested.getName().replaceFirst("\\$.*", "");
  }
}
