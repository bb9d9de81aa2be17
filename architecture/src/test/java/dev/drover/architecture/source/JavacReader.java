package dev.drover.architecture.source;

import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Reads sources with the compiler: syntax only, with types, or compiled to class files.
public final class JavacReader {
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

  private JavacReader() {}

  /// Syntax trees of files, which only need to be syntactically valid.
  static List<ParsedSource> parse(Path root, List<Path> files) {
    var units =
        files.stream().map(file -> new Text(root.relativize(file), RepositoryFiles.read(file)));
    return parse(units.toList());
  }

  /// Syntax tree of a sample; the path decides whether it counts as test code.
  public static ParsedSource parse(String path, String text) {
    return parse(List.of(new Text(Path.of(path), text))).getFirst();
  }

  /// Trees whose expressions have types: [Trees] provides elements and type mirrors.
  public static TypedSources attribute(List<ParsedSource> sources, String classPath) {
    var texts = sources.stream().map(source -> new Text(source.path(), source.text())).toList();
    var problems = new DiagnosticCollector<JavaFileObject>();
    var task = task(texts, problems, List.of("-proc:none", "-classpath", classPath));
    try {
      var parsed = sources(task, texts);
      task.analyze();
      refuseErrors(problems);
      return new TypedSources(parsed, task.getTypes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Compiles one file and discards the result; throws if it does not compile.
  public static void check(String fileName, String text, List<String> options) {
    var problems = new DiagnosticCollector<JavaFileObject>();
    try {
      task(List.of(new Text(Path.of(fileName), text)), problems, options).analyze();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    refuseErrors(problems);
  }

  /// Compiles samples into a folder; each text holds one top-level type.
  public static void compile(Path output, String... samples) {
    var texts = new ArrayList<Text>();
    for (var sample : samples) {
      texts.add(new Text(pathOf(sample), sample));
    }
    var problems = new DiagnosticCollector<JavaFileObject>();
    task(texts, problems, List.of("-proc:none", "-d", output.toString())).call();
    refuseErrors(problems);
  }

  private static List<ParsedSource> parse(List<Text> texts) {
    var problems = new DiagnosticCollector<JavaFileObject>();
    try {
      var sources = sources(task(texts, problems, List.of("-proc:none")), texts);
      refuseErrors(problems);
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ParsedSource> sources(JavacTask task, List<Text> texts) throws IOException {
    if (texts.isEmpty()) {
      return List.of();
    }
    var trees = Trees.instance(task);
    var units = StreamSupport.stream(task.parse().spliterator(), false).toList();
    var sources = new ArrayList<ParsedSource>();
    for (int i = 0; i < units.size(); i++) {
      sources.add(new ParsedSource(texts.get(i).path, texts.get(i).text, units.get(i), trees));
    }
    return sources;
  }

  private static JavacTask task(
      List<Text> texts, DiagnosticCollector<JavaFileObject> problems, List<String> options) {
    return (JavacTask) COMPILER.getTask(null, null, problems, options, null, texts);
  }

  private static void refuseErrors(DiagnosticCollector<JavaFileObject> problems) {
    var errors =
        problems.getDiagnostics().stream()
            .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
            .map(problem -> where(problem) + problem.getMessage(Locale.ROOT))
            .toList();
    if (!errors.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", errors));
    }
  }

  private static String where(Diagnostic<? extends JavaFileObject> problem) {
    var file = problem.getSource();
    return file == null ? "" : file.getName() + ":" + problem.getLineNumber() + ": ";
  }

  private static Path pathOf(String sample) {
    var type = TYPE.matcher(sample);
    if (!type.find()) {
      throw new IllegalArgumentException("a sample must declare a type: " + sample);
    }
    var inPackage = PACKAGE.matcher(sample);
    var folder = inPackage.find() ? inPackage.group(1).replace('.', '/') + "/" : "";
    return Path.of(folder + type.group(1) + ".java");
  }

  private static final class Text extends SimpleJavaFileObject {
    private final Path path;
    private final String text;

    Text(Path path, String text) {
      super(URI.create("text:///" + path.toString().replace(' ', '_')), Kind.SOURCE);
      this.path = path;
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
