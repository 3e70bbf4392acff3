import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '#platform/db/database.ts';
import { describeRows } from '#platform/db/row-types.ts';
import { startTestServer } from '#testing/test-server.ts';

// Writes the row types of the migrated database. With `--check`, only checks that they are up to date.
const file = join(import.meta.dirname, '../src/platform/db/schema.ts');
/** Features add fields to these (decision 047). */
const LISTED = ['stories', 'story_drafts', 'chapters', 'chapter_drafts', 'chapter_revisions'];
const server = await startTestServer();
const database = openDatabase(server.settings, () => {}, { max: 1 });
const text = await describeRows(database.db, ['test_clock', 'schema_migrations', 'schema_migration_steps'], LISTED);
await database.close();
await server.stop();
if (!process.argv.includes('--check')) await writeFile(file, text);
else if (text !== (await readFile(file, 'utf8'))) {
  console.error('src/platform/db/schema.ts does not match the migrations: run `npm run db:types`.');
  process.exit(1);
}
