/// What people write down for agents as files: whom work can be given to, and commands.
///
/// It refuses to know who reads the environment: the folders are told to it.
module dev.drover.files {
  requires static org.jspecify;
  requires transitive dev.drover.runtime;
  requires org.snakeyaml.engine;

  exports dev.drover.files;
}
