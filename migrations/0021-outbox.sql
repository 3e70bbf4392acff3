-- What other processes have to be told, one row for each transaction that changes something they cache or show. The
-- notifier sends the rows that it sees and deletes them in the same transaction (decision 044).
-- Unlogged, so that a row costs no WAL. A crash of the database empties it. Every process has lost its connection by
-- then, and drops everything it has cached.
create unlogged table outbox (
  -- Transactions commit in another order than they take their ids. The first column of the key, so that a reader can skip
  -- what was decided before its last look.
  transaction_id xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  notifications text[] not null check (cardinality(notifications) > 0),
  primary key (transaction_id, id)
);
