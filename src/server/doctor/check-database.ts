import { sql } from 'kysely';
import { type Check, type Finding, ok, warn, wrong } from './finding.ts';

interface Facts {
  version: string;
  role: string;
  is_superuser: boolean;
  is_standby: boolean;
  archive: string;
  archive_fails: boolean;
  connections: number;
  used: number;
}

/** Looks at the version of the database, what its role may do, and whether it archives its log. */
export const checkDatabase: Check = async ({ deps: { config }, database }) => {
  const { rows } = await sql<Facts>`
    select current_setting('server_version') as version, current_user as role,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      pg_is_in_recovery() as is_standby, current_setting('archive_mode') as archive,
      coalesce((select last_failed_time > coalesce(last_archived_time, '-infinity') from pg_stat_archiver), false)
        as archive_fails,
      current_setting('max_connections')::int as connections,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`.execute(database.db);
  const facts = rows[0]!;
  const isEmbedded = config.databaseUrl === null;
  const { version, role, used, connections: max } = facts;
  const found: Finding[] = [isEmbedded ? ok('embedded', { version }) : ok('external', { version })];
  if (facts.is_standby) found.push(wrong('standby'));
  if (used > max * 0.8) found.push(warn('connections', { used, max }));
  if (!isEmbedded) {
    found.push(facts.is_superuser ? warn('superuser', { role }) : ok('no_superuser', { role }), archiveFinding(facts));
  }
  return found;
};

function archiveFinding({ archive, archive_fails }: Facts): Finding {
  if (archive === 'off') return warn('no_archive');
  return archive_fails ? wrong('archive_fails') : ok('archives');
}
