import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { askedBy, identify } from '../db/replica/identity.ts';
import { isDenied } from '../db/site-role.ts';

/**
 * Returns the id of this installation. A copy of its database, such as one of `pg_dump`, becomes another installation
 * when it is first asked. A replica that is promoted stays the same.
 */
export async function installationId(db: Db): Promise<string> {
  const database = await databaseId(db);
  await sql`update installation set database = ${database},
    id = case when database is null then id else gen_random_uuid()::text end
    where database is distinct from ${database}`.execute(db);
  const { id } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  return id;
}

/** Lets the database that it was moved to be the same installation. */
export async function keepInstallation(db: Db): Promise<void> {
  await db.updateTable('installation').set({ database: null }).execute();
}

/** Some hosts of databases don’t let the site ask for the id of the server. */
async function databaseId(db: Db): Promise<string> {
  return identify(askedBy(db)).then(
    ({ database }) => database,
    async (error: unknown) => {
      if (!isDenied(error)) throw error;
      const { rows } = await sql<{ oid: string }>`
        select oid::text as oid from pg_database where datname = current_database()`.execute(db);
      return rows[0]!.oid;
    },
  );
}
