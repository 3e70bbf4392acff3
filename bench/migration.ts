import { startEmbeddedPostgres } from '@skein/embedded-postgres';
import { openDatabase } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { cost, type Figure } from './bars.ts';
import { fillHistory } from './history.ts';
import { fillChapters, settle } from './library.ts';
import { makeDataDir, removeDataDir } from './subjects.ts';

/** Latest migration of the version to migrate from. */
const BEFORE = '0019-the-gate';

/** Measures how long the database of the previous version takes to migrate, with a library of this many chapters. */
export async function measureMigration(chapters: number, say: (text: string) => void): Promise<Figure[]> {
  const dataDir = await makeDataDir();
  try {
    const postgres = await startEmbeddedPostgres({ dataDir });
    const { socketDir: host, port, user, database: name } = postgres;
    const settings = { host, port, user, database: name };
    try {
      await migrate(settings, BEFORE);
      const database = openDatabase(settings, () => {}, { max: 1, statementTimeout: 0 });
      await fillChapters(database.db, chapters, (done) => say(`  ${done} of ${chapters} chapters`));
      await fillHistory(database.db, say);
      await settle(database.db);
      await database.close();
      const begun = performance.now();
      const applied = await migrate(settings);
      const seconds = (performance.now() - begun) / 1000;
      return [cost('G', 'migration', seconds, 's', 60, 60, `${chapters} chapters, ${applied.join(', ')}`)];
    } finally {
      await postgres.stop();
    }
  } finally {
    await removeDataDir(dataDir);
  }
}
