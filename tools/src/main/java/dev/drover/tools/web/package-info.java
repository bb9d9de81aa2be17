/// The web: pages are fetched from public addresses only, and what comes from there is marked as
/// written by strangers.
@NullMarked
package dev.drover.tools.web;

import org.jspecify.annotations.NullMarked;
