/// Whole runtimes under one seeded scheduler: threads, time, faults and people, all of it in an
/// order that follows from a number. See docs/TESTING.md.
@NullMarked
package dev.drover.testkit.sim;

import org.jspecify.annotations.NullMarked;
