/// Whole runtimes under one seeded scheduler: threads, time, faults and people, in an order that
/// follows from the seed. See docs/TESTING.md.
@NullMarked
package dev.drover.testkit.sim;

import org.jspecify.annotations.NullMarked;
