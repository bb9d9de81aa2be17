package dev.drover.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.drover.architecture.source.JavacReader;
import java.nio.file.Path;

/// Compiles deliberately bad code at test time, so that it is never part of the tree.
final class BadCodeSamples {
  private BadCodeSamples() {}

  static JavaClasses classes(Path folder, String... sources) {
    JavacReader.compile(folder, sources);
    return new ClassFileImporter().importPath(folder);
  }
}
