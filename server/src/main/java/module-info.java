/// HTTP calls and replies, checks that come before every handler, and the JDK's server as a host.
///
/// It does not know sessions, protocols or pages: handlers bring those. It does not read the
/// environment, and sets no property of the JVM.
module dev.drover.server {
  requires transitive dev.drover.kernel;
  requires transitive dev.drover.spi;
  requires static org.jspecify;
  requires org.slf4j;
  requires jdk.httpserver;

  exports dev.drover.server;
}
