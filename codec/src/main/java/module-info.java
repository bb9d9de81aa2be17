/// The JSON form of events: names, versions, and what old journals may still hold.
///
/// Refuses to know where the bytes go. It is the only place that decides how a fact is written, so
/// that stores and feeds carry the same bytes.
module dev.drover.codec {
  requires transitive dev.drover.kernel;
  requires static org.jspecify;

  exports dev.drover.codec;
}
