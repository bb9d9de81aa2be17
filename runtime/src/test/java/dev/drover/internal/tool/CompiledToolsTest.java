package dev.drover.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.Tool;
import dev.drover.kernel.message.ToolOutcome;
import dev.drover.kernel.value.EffectClass;
import dev.drover.kernel.value.Text;
import dev.drover.spi.tool.ToolInvocation;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tools as users compile them: with and without parameter names, in an open module and in one that
/// is not open.
@Tag("D1")
class CompiledToolsTest {
  private static final String WITHOUT_PARAM =
      """
      package acme;
      import dev.drover.Tool;
      public class Clock {
        @Tool(description = "d")
        public String now(String city, int offset) { return city + offset; }
      }
      """;

  private static final String WITH_PARAM =
      """
      package acme;
      import dev.drover.Param;
      import dev.drover.Tool;
      public class Clock {
        @Tool(description = "d")
        public String now(@Param(name = "town") String city, @Param(name = "offset") int offset) {
          return city + offset;
        }
      }
      """;

  @Test
  void compiledParameterNamesAreUsed(@TempDir Path folder) throws Exception {
    var tool = JavaTools.of(compiled(folder, WITHOUT_PARAM, "-parameters")).getFirst();
    assertThat(tool.spec().schema())
        .isEqualTo(
            "{\"type\":\"object\",\"properties\":{\"city\":{\"type\":\"string\"},"
                + "\"offset\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}},\"required\":[\"city\",\"offset\"],"
                + "\"additionalProperties\":false}");
    assertThat(tool.call(new PlainToolCall("{\"offset\":2,\"city\":\"Paris\"}")))
        .isEqualTo(new ToolOutcome.Succeeded(Text.of("Paris2")));
  }

  @Test
  void withoutNamesTheFirstUnnamedParameterIsReportedByItsPosition(@TempDir Path folder)
      throws Exception {
    var clock = compiled(folder, WITHOUT_PARAM);
    assertThatThrownBy(() -> JavaTools.of(clock))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "acme.Clock.now, parameter 1 (java.lang.String): its name was not compiled in; add"
                + " @Param(name = \"…\") or compile with -parameters");
  }

  @Test
  void annotatedNamesWinOverCompiledOnes(@TempDir Path folder) throws Exception {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"town\":{\"type\":\"string\"},"
            + "\"offset\":{\"type\":\"integer\",\"minimum\":-2147483648,\"maximum\":2147483647}},\"required\":[\"town\",\"offset\"],"
            + "\"additionalProperties\":false}";
    var bare = compiled(folder.resolve("bare"), WITH_PARAM);
    var named = compiled(folder.resolve("named"), WITH_PARAM, "-parameters");
    assertThat(JavaTools.of(bare).getFirst().spec().schema()).isEqualTo(schema);
    assertThat(JavaTools.of(named).getFirst().spec().schema()).isEqualTo(schema);
  }

  private static final String HIDDEN =
      """
      package acme;
      import dev.drover.Tool;
      class Clock {
        public Clock() {}
        @Tool(description = "d")
        String now() { return "noon"; }
      }
      """;

  /// Gives access to an object of an otherwise inaccessible class.
  private static final String MAKER =
      """
      package acme.open;
      public class Maker implements java.util.function.Supplier<Object> {
        public Object get() { return acme.Access.make(); }
      }
      """;

  private static final String ACCESS =
      """
      package acme;
      public class Access {
        public static Object make() { return new Clock(); }
      }
      """;

  @Test
  void aClassInAClosedPackageIsRefusedWithTheLineThatOpensIt(@TempDir Path folder)
      throws Exception {
    var clock = fromModule(folder, "module acme { exports acme.open; }");
    assertThatThrownBy(() -> JavaTools.of(clock))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "acme.Clock.now: acme.Clock cannot be called; module acme must say `opens acme`");
  }

  @Test
  void aClassInAnOpenPackageNeedNotBePublic(@TempDir Path folder) throws Exception {
    var clock = fromModule(folder, "module acme { exports acme.open; opens acme; }");
    assertThat(JavaTools.of(clock).getFirst().call(new PlainToolCall("{}")))
        .isEqualTo(new ToolOutcome.Succeeded(Text.of("noon")));
  }

  private static Object compiled(Path folder, String source, String... options) throws Exception {
    compile(folder, Map.of("acme/Clock.java", source), List.of(options));
    var loader =
        new URLClassLoader(
            new URL[] {folder.toUri().toURL()}, CompiledToolsTest.class.getClassLoader());
    return loader.loadClass("acme.Clock").getConstructor().newInstance();
  }

  private static Object fromModule(Path folder, String moduleInfo) throws Exception {
    var sources = new LinkedHashMap<String, String>();
    sources.put("module-info.java", moduleInfo);
    sources.put("acme/Clock.java", HIDDEN);
    sources.put("acme/Access.java", ACCESS);
    sources.put("acme/open/Maker.java", MAKER);
    compile(folder, sources, List.of("--add-reads", "acme=ALL-UNNAMED"));
    var boot = ModuleLayer.boot();
    var graph =
        Configuration.resolve(
            ModuleFinder.of(folder),
            List.of(boot.configuration()),
            ModuleFinder.of(),
            Set.of("acme"));
    var loader = CompiledToolsTest.class.getClassLoader();
    var layer = ModuleLayer.defineModulesWithOneLoader(graph, List.of(boot), loader).layer();
    var maker = layer.findLoader("acme").loadClass("acme.open.Maker");
    return ((Supplier<?>) maker.getConstructor().newInstance()).get();
  }

  private static void compile(Path folder, Map<String, String> sources, List<String> options) {
    var all = new ArrayList<String>(options);
    all.addAll(List.of("-proc:none", "-d", folder.toString(), "-cp", classPath()));
    var units =
        sources.entrySet().stream().map(each -> unit(each.getKey(), each.getValue())).toList();
    var complaints = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    boolean compiles = compiler.getTask(complaints, null, null, all, null, units).call();
    assertThat(compiles).as("compiling: %s", complaints).isTrue();
  }

  private static JavaFileObject unit(String name, String source) {
    return new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return source;
      }
    };
  }

  /// The location of our own classes, in the build and in an editor.
  private static String classPath() {
    return Stream.of(Tool.class, ToolInvocation.class, EffectClass.class)
        .map(CompiledToolsTest::origin)
        .collect(Collectors.joining(System.getProperty("path.separator")));
  }

  private static String origin(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
