/// Common to the protocols of all providers: each is a pure mapping of a request to bytes, and of
/// events to a reply.
///
/// Neither this package nor those of the providers use a connection: tests pass bytes in and check
/// the result.
@NullMarked
package dev.drover.model.http.protocol;

import org.jspecify.annotations.NullMarked;
