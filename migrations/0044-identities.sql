-- Who a member is at the OpenID providers that they log in with (decision 080). Replaces accounts.google_subject.
create table identities (
  issuer text not null check (char_length(issuer) between 1 and 500),
  -- Who they are there, which never changes, as the address may.
  subject text not null check (char_length(subject) between 1 and 255),
  account_id bigint not null references accounts (id) on delete cascade,
  provider text not null check (provider in ('google', 'openid')),
  -- The address there when it was last used. Null if unknown.
  address text check (char_length(address) <= 254),
  -- A reset of the password disconnects what was connected since the last change of the password. Null if unknown.
  connected_at timestamptz,
  used_at timestamptz,
  primary key (issuer, subject),
  constraint identities_account_provider unique (account_id, provider)
);

insert into identities (issuer, subject, account_id, provider, connected_at)
  select 'https://accounts.google.com', google_subject, id, 'google', google_connected_at
  from accounts where google_subject is not null;

-- Processes of the version before read and write the columns of `accounts`. These triggers keep both the same. They and
-- the columns can be dropped once none of those runs.
create function identity_of_column() returns trigger language plpgsql as $$
begin
  delete from identities where account_id = new.id and provider = 'google';
  if new.google_subject is not null then
    insert into identities (issuer, subject, account_id, provider, connected_at)
      values ('https://accounts.google.com', new.google_subject, new.id, 'google', new.google_connected_at);
  end if;
  return null;
end $$;
create trigger accounts_google_identity after update of google_subject on accounts for each row
  when (pg_trigger_depth() = 0 and new.google_subject is distinct from old.google_subject)
  execute function identity_of_column();

create function column_of_identity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update accounts set google_subject = null, google_connected_at = null where id = old.account_id;
  else
    update accounts set google_subject = new.subject, google_connected_at = new.connected_at where id = new.account_id;
  end if;
  return null;
end $$;
create trigger identities_google_connected after insert on identities for each row
  when (pg_trigger_depth() = 0 and new.provider = 'google') execute function column_of_identity();
create trigger identities_google_disconnected after delete on identities for each row
  when (pg_trigger_depth() = 0 and old.provider = 'google') execute function column_of_identity();

-- Those processes don’t know the table, so they would leave an erased member’s rows.
create function drop_identities() returns trigger language plpgsql as $$
begin
  delete from identities where account_id = new.id;
  return null;
end $$;
create trigger accounts_erased_identities after update of status on accounts for each row
  when (new.status = 'erased' and old.status <> 'erased') execute function drop_identities();

-- The code that confirms an address, for a login at a provider that doesn’t say that it is verified
alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('verify', 'reset', 'email', 'login', 'openid'));

-- Until when logging in on a device takes no second step, and what the device is called. Null: it takes one.
alter table known_devices
  add column id bigint generated always as identity,
  add column trusted_until timestamptz,
  add column device text not null default '' check (char_length(device) <= 200);
