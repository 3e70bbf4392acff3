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
  const found: Finding[] = [ok(`${isEmbedded ? 'The embedded' : 'An external'} PostgreSQL ${facts.version} answers.`)];
  if (facts.is_standby)
    found.push(wrong('The database is a standby, so nothing can be saved.', 'Set DATABASE_URL to the primary.'));
  if (facts.used > facts.connections * 0.8)
    found.push(
      warn(
        `${facts.used} of ${facts.connections} connections of the database are in use.`,
        'Raise max_connections, or run fewer processes. Each needs about 15.',
      ),
    );
  if (!isEmbedded) {
    found.push(
      facts.is_superuser
        ? warn(
            `The role ${facts.role} is a superuser. A mistake in Skein could then change the whole server.`,
            'Create a role that only owns the database of Skein, and set it in DATABASE_URL.',
          )
        : ok(`The role ${facts.role} is no superuser.`),
      archiveFinding(facts),
    );
  }
  return found;
};

function archiveFinding({ archive, archive_fails }: Facts): Finding {
  if (archive === 'off')
    return warn(
      'The database doesn’t archive its log, so everything since the latest backup can be lost.',
      'Set archive_mode as in docs/backups.md, unless your provider does the same.',
    );
  return archive_fails
    ? wrong(
        'The latest attempt to archive the log of the database failed.',
        'Look into its log, and at archive_command.',
      )
    : ok('The database archives its log.');
}
