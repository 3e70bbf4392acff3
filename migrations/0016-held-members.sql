-- Whether a member may act, and holds them so until the transaction ends: a restriction waits for whoever holds
-- (hold_member_alone), and whoever comes after it finds what it wrote. A function that may change what it reads looks anew
-- at each of its statements, so the second one sees what the first has waited for.
create function hold_member(account_id bigint) returns boolean
language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('member', account_id));
  return exists (
    select from accounts
    where id = account_id
      and (status = 'active' or (status = 'suspended' and suspended_until <= db_clock()))
  );
end
$$;

create function hold_member_alone(account_id bigint) returns void
language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('member', account_id));
$$;
