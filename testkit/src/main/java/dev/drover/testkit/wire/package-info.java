/// A fake model provider: a real server on loopback that uses the protocols of the providers and
/// fails as they do.
///
/// One script, independent of any provider, is encoded in the protocol of each of them. It shares
/// no code with the clients that it tests.
@NullMarked
package dev.drover.testkit.wire;

import org.jspecify.annotations.NullMarked;
