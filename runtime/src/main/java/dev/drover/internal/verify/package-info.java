/// Verification of a session, recorded in its journal.
@NullMarked
package dev.drover.internal.verify;

import org.jspecify.annotations.NullMarked;
