/// Who may do what. One engine judges every call; its verdict goes into the journal with the name
/// of the rule, and nobody asks again afterwards.
@NullMarked
package dev.drover.runtime.policy;

import org.jspecify.annotations.NullMarked;
