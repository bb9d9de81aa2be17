/// Tools that work on a folder of files, and a shell.
///
/// Knows nothing about sessions, runs and approvals: a tool gets arguments and a workspace, and
/// answers with an outcome.
module dev.drover.tools {
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.jsoup;
  requires tools.jackson.databind;

  exports dev.drover.tools;
  exports dev.drover.tools.sandbox;

  provides dev.drover.spi.program.ProgramRunner with
      dev.drover.tools.shell.GuardedProgramRunner;
  provides dev.drover.spi.tool.FileRestorer with
      dev.drover.tools.undo.WorkspaceRestorer;
}
