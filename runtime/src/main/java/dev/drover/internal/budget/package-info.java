/// Budgets of a session, for its host to read and set.
@NullMarked
package dev.drover.internal.budget;

import org.jspecify.annotations.NullMarked;
