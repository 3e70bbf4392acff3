-- Signing in with Google, the member's own sessions, and a new address.

alter table accounts
  -- Who the member is at Google, which never changes there, as the address may.
  add column google_subject text check (char_length(google_subject) between 1 and 255),
  -- Null: set before this was noted, or never.
  add column password_changed_at timestamptz;
create unique index accounts_google_subject on accounts (google_subject) where google_subject is not null;

alter table sessions
  drop constraint sessions_end_reason_check,
  add constraint sessions_end_reason_check
    check (end_reason in ('exit', 'password', 'reset', 'replay', 'restricted', 'expired', 'too_many', 'ended'));

alter table mail_links
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in ('verify', 'reset', 'email')),
  -- The address that the link would make the account's.
  add column new_email text check (new_email = lower(new_email) and char_length(new_email) between 3 and 254),
  add constraint mail_links_address_when_changing check ((purpose = 'email') = (new_email is not null));
