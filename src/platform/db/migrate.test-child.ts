import type { ConnectionSettings } from './database.ts';
import { migrate } from './migrate.ts';

// Migrates the database that the parent names, and reports each step, so that the parent can kill it there.
process.once('message', async (settings: ConnectionSettings) => {
  await migrate(settings, undefined, (name, done) => process.send!({ name, done }));
  process.disconnect();
});
