/// A model that plays its part from a YAML file.
///
/// Refuses to know anything but the request it is given: which turn comes next follows from the
/// request, so a run that was killed goes on where it was.
module dev.drover.model.script {
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.snakeyaml.engine;
  requires tools.jackson.databind;

  exports dev.drover.model.script;
}
