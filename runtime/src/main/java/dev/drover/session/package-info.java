/// Values of sessions and settings of a runtime: where to fork, what to retain, how often to retry.
@NullMarked
package dev.drover.session;

import org.jspecify.annotations.NullMarked;
