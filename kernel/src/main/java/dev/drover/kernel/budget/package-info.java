/// Budgets and limits for tokens, money, calls and time, and the price of tokens.
@NullMarked
package dev.drover.kernel.budget;

import org.jspecify.annotations.NullMarked;
