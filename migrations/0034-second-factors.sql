-- Second factors of members: an authenticator app, passkeys, and recovery codes for when neither is at hand.

-- The secrets of apps are encrypted with a key of the site, so a copy of the database is not enough to compute a code.
create table totp_factors (
  account_id bigint primary key references accounts (id) on delete cascade,
  secret bytea check (octet_length(secret) between 32 and 200),
  confirmed_at timestamptz,
  -- The last step of 30 seconds whose code was used. No code counts twice.
  last_step integer,
  used_at timestamptz,
  -- An app that is being set up. It counts once a code of it was entered and its recovery codes are saved.
  pending_secret bytea check (octet_length(pending_secret) between 32 and 200),
  pending_until timestamptz,
  pending_step integer,
  check ((secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_until is null)),
  check (pending_step is null or pending_secret is not null)
);

-- `is_active`: false for codes that were shown while an app is being set up, and don't count before that is done.
create table recovery_codes (
  account_id bigint not null references accounts (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  is_active boolean not null,
  made_at timestamptz not null default db_clock(),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 4000),
  -- Counted by some authenticators. A number that doesn't grow means that the key was copied.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 40),
  added_at timestamptz not null default db_clock(),
  used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- Emailed links with which a moderator without a second factor can set up the first one after the time for it is over.
-- A new one replaces the last. The link can't be made from the row alone, like those in `mail_links`.
create table enrolment_links (
  account_id bigint primary key references accounts (id) on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  expires_at timestamptz not null
);
create index enrolment_links_expires_at on enrolment_links (expires_at);

-- Moderators and administrators have a week from here to set up a second factor: from the grant of the role, or for those
-- who had it already, from this migration.
alter table account_roles add column grace_from timestamptz not null default db_clock();
