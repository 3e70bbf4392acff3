-- When an account was connected to its Google account. A reset of the password disconnects what was connected since the
-- last change of the password. Null if unknown. The log has it for 24 months.
alter table accounts add column google_connected_at timestamptz;

update accounts a set google_connected_at = coalesce(
  (select max(l.at) from security_log l where l.account_id = a.id and l.event = 'google_connected'), a.joined_at)
where a.google_subject is not null;

-- The address that a confirmed link has replaced, so that the mail about it reaches it. Deleted with the link.
alter table mail_links add column former_email text check (char_length(former_email) <= 254);
