/// Tools that work on a folder of files, and a shell.
///
/// Refuses to know sessions, runs and approvals: a tool gets arguments and a place to work in, and
/// answers with an outcome.
module dev.drover.tools {
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.jsoup;
  requires tools.jackson.databind;

  exports dev.drover.tools;
  exports dev.drover.tools.sandbox;

  provides dev.drover.spi.program.ProgramRunner with
      dev.drover.tools.shell.GuardedPrograms;
  provides dev.drover.spi.tool.Restorer with
      dev.drover.tools.undo.WorkspaceRestorer;
}
