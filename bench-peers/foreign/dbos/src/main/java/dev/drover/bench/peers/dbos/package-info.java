/// DBOS as a contender: an agent's loop as a durable workflow, kept in PostgreSQL.
@NullMarked
package dev.drover.bench.peers.dbos;

import org.jspecify.annotations.NullMarked;
