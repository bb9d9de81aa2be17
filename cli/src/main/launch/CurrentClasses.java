import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Gives the classes of a jar the current class file version.
///
/// The AOT cache refuses classes from before Java 6, because their verification cannot be done
/// ahead of time; a command line library compiled for Java 5 would then dominate the startup time.
/// The code stays the same: only stack maps are added and the version is raised.
///
/// The launcher runs this file as source, once after each build.
class CurrentClasses {

  private CurrentClasses() {}

  public static void main(String... args) throws IOException {
    var jar = Path.of(args[0]);
    var current = Path.of(args[0] + ".current");
    try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        var in = new ZipFile(jar.toFile());
        var out = new ZipOutputStream(Files.newOutputStream(current))) {
      var hierarchy =
          ClassHierarchyResolver.ofResourceParsing(loader)
              .orElse(ClassHierarchyResolver.defaultResolver());
      var classFile =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassFile.ClassHierarchyResolverOption.of(hierarchy));
      for (var entry : in.stream().toList()) {
        var bytes = in.getInputStream(entry).readAllBytes();
        out.putNextEntry(new ZipEntry(entry.getName()));
        out.write(entry.getName().endsWith(".class") ? current(classFile, bytes) : bytes);
      }
    }
    Files.move(current, jar, StandardCopyOption.REPLACE_EXISTING);
  }

  private static byte[] current(ClassFile classFile, byte[] bytes) {
    var model = classFile.parse(bytes);
    if (model.majorVersion() >= ClassFile.JAVA_6_VERSION) {
      return bytes;
    }
    return classFile.transformClass(
        model,
        ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
            .andThen(
                ClassTransform.endHandler(
                    builder -> builder.withVersion(ClassFile.latestMajorVersion(), 0))));
  }
}
