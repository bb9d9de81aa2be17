/// Models that are reached over HTTP.
///
/// Refuses to know the environment, the clock and retries: keys and addresses are given by whoever
/// builds a provider, a call is one attempt, and its failure says whether another makes sense.
module dev.drover.model.http {
  requires transitive dev.drover.spi;
  requires java.net.http;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.model.http;
  exports dev.drover.model.http.facts;
}
