-- Categories that members suggest. An accepted one stands beside the first 20, with its name in each language.

create table category_suggestions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null check (char_length(name) between 2 and 40),
  reason text not null check (char_length(reason) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  created_at timestamptz not null default db_clock(),
  decided_by bigint references accounts (id),
  decided_at timestamptz,
  answer text check (char_length(answer) <= 1000),
  check ((state = 'open') = (decided_at is null))
);
-- The same word is not suggested twice by one member.
create unique index category_suggestions_once on category_suggestions (account_id, lower(name));
create index category_suggestions_queue on category_suggestions (created_at, id) where state = 'open';
create index category_suggestions_decided_by on category_suggestions (decided_by) where decided_by is not null;

create table added_categories (
  -- What stories hold and addresses name.
  code text primary key check (code ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' and char_length(code) <= 40),
  -- By language.
  names jsonb not null,
  suggestion_id bigint references category_suggestions (id) on delete set null,
  added_at timestamptz not null default db_clock()
);
create index added_categories_suggestion on added_categories (suggestion_id) where suggestion_id is not null;
