/// Models of providers, called over HTTP by one small client.
///
/// It does not use the environment, the clock or retries: keys and addresses are passed to the
/// builder of a provider, a call is one attempt, and its failure says whether a retry makes sense.
module dev.drover.model.http {
  requires transitive dev.drover.spi;
  requires java.net.http;
  requires static org.jspecify;
  requires tools.jackson.databind;

  exports dev.drover.model.http;
  exports dev.drover.model.http.facts;
}
