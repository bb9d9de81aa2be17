package dev.drover.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import dev.drover.architecture.source.Exceptions;
import dev.drover.architecture.source.Finding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The runtime calls models, tools and other foreign code through one border, where everything that
/// such code can throw is caught.
@Tag("J3")
class ForeignBorderTest {
  private static final String RUNTIME = "dev.drover.runtime";
  private static final String BORDER = "dev.drover.runtime.foreign";

  private static final Set<String> FOREIGN =
      Set.of(
          "dev.drover.spi.model.Model",
          "dev.drover.spi.model.ModelProvider",
          "dev.drover.spi.tool.AgentTool",
          "dev.drover.spi.tool.Restorer",
          "dev.drover.spi.schema.SchemaCompiler",
          "dev.drover.spi.schema.CompiledSchema",
          "dev.drover.runtime.policy.Checker",
          "dev.drover.runtime.budget.BudgetGuard",
          "dev.drover.runtime.command.Command");

  private static final String GIVEN_BODY = "hands it to ForeignCode as a body";

  private static final String WRAPPED = "is given those that are behind the border already";

  /// What every object has.
  private static final Set<String> OF_OBJECTS =
      Set.of("equals", "hashCode", "toString", "getClass");

  /// Classes that call such a thing and may: `class calls thing`, and why.
  private static final Exceptions EXCEPTIONS =
      new Exceptions(
          Map.ofEntries(
              Map.entry("dev.drover.runtime.command.ForeignCommand calls Command", GIVEN_BODY),
              Map.entry("dev.drover.runtime.compact.CompactionPolicy calls Model", WRAPPED),
              Map.entry("dev.drover.runtime.ModelNames calls ModelProvider", GIVEN_BODY),
              Map.entry("dev.drover.runtime.Undoing calls Restorer", GIVEN_BODY),
              Map.entry("dev.drover.runtime.tool.ObjectSchema calls SchemaCompiler", GIVEN_BODY),
              Map.entry("dev.drover.runtime.tool.ObjectSchema calls CompiledSchema", GIVEN_BODY)));

  @Test
  void foreignCodeIsCalledThroughTheBorder() {
    assertThat(EXCEPTIONS.judge(strangers(House.mainClasses()))).isEmpty();
  }

  @Test
  void foreignTypesAreWhereTheRuleLooksForThem() {
    var all = House.mainClasses();
    assertThat(FOREIGN).allMatch(name -> all.get(name).isInterface());
  }

  @Test
  void aCallThatPassesTheBorderIsFound(@TempDir Path folder) {
    var classes =
        Samples.classes(
            folder,
            "package dev.drover.spi.model; public interface Model { String name(); }",
            """
            package dev.drover.runtime.perform;
            import dev.drover.spi.model.Model;
            class Stranger {
              String direct(Model model) { return model.name(); }
            }
            """,
            """
            package dev.drover.runtime.foreign;
            import dev.drover.spi.model.Model;
            record ForeignModel(Model inner) implements Model {
              public String name() { return inner.name(); }
            }
            """);
    assertThat(strangers(classes))
        .extracting(Finding::subject)
        .containsExactly("dev.drover.runtime.perform.Stranger calls Model");
  }

  private static List<Finding> strangers(JavaClasses classes) {
    return classes.stream()
        .filter(each -> each.getPackageName().startsWith(RUNTIME))
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
                new Finding(
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
