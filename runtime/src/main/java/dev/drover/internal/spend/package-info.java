/// Reservations of budgets and accounts, and estimates of the use of a call.
@NullMarked
package dev.drover.internal.spend;

import org.jspecify.annotations.NullMarked;
