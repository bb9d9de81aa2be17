/// A model that plays a script from a YAML file.
///
/// It depends only on the request: the next turn follows from the request, so a run that was killed
/// continues where it was.
module dev.drover.model.script {
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.snakeyaml.engine;
  requires tools.jackson.databind;

  exports dev.drover.model.script;
}
