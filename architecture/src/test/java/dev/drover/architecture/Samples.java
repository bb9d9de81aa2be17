package dev.drover.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.drover.architecture.source.Javac;
import java.nio.file.Path;

/// Bad code on purpose, compiled on the spot, so that it never stands in the tree.
final class Samples {
  private Samples() {}

  static JavaClasses classes(Path folder, String... sources) {
    Javac.compile(folder, sources);
    return new ClassFileImporter().importPath(folder);
  }
}
