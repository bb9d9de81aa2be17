/// Tests of the handler, its guards and the listener, over real connections on loopback.
@NullMarked
package dev.drover.server;

import org.jspecify.annotations.NullMarked;
