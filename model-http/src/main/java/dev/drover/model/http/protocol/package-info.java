/// What the providers' protocols have in common: each is a pure mapping of a request to bytes, and
/// of events to a reply.
///
/// Nothing here, and nothing in the packages of the providers, knows a connection: a test gives
/// them bytes and looks at what comes out.
@NullMarked
package dev.drover.model.http.protocol;

import org.jspecify.annotations.NullMarked;
