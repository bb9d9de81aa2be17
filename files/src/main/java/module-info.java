/// Configuration files for agents: subagents and commands.
///
/// It does not read the environment: the folders are parameters.
module dev.drover.files {
  requires static org.jspecify;
  requires transitive dev.drover.commands;
  requires transitive dev.drover.runtime;
  requires org.snakeyaml.engine;

  exports dev.drover.files;
}
