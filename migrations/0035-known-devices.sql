-- Devices that a member has logged in on. Each has a cookie with a random token, of which only a hash is stored.
create table known_devices (
  account_id bigint not null references accounts (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  known_since timestamptz not null default db_clock(),
  used_at timestamptz not null default db_clock(),
  primary key (account_id, token_hash)
);
create index known_devices_token on known_devices (token_hash);
create index known_devices_used on known_devices (used_at);

-- Where logins came from, beside the entries of the log, which are kept longer and never change. There is no foreign key
-- to the log, so that its entries can be deleted by month.
create table login_addresses (
  event_id bigint primary key,
  account_id bigint references accounts (id) on delete cascade,
  address text not null check (char_length(address) <= 64),
  device text not null default '' check (char_length(device) <= 200),
  succeeded boolean not null,
  at timestamptz not null default db_clock()
);
create index login_addresses_account on login_addresses (account_id, at);
create index login_addresses_at on login_addresses (at);

alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('verify', 'reset', 'email', 'login'));

-- accounts.failed_logins is no longer used: failures no longer lock an account. It stays for processes of the version
-- before, which may still run.
