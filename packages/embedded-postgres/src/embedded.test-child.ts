// A separate process that starts the database, for tests that kill it or run it as another user. Argument: the options
// as JSON. With `site.user`, it becomes that user afterwards. Prints one JSON line per event. The line `stop` on stdin stops it.
import { createInterface } from 'node:readline';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start-embedded-postgres.ts';

const say = (event: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const options: EmbeddedPostgresOptions = JSON.parse(process.argv[2] ?? '{}');
  const running = await startEmbeddedPostgres({
    ...options,
    onRestart: ({ pid }) => say({ event: 'restarted', pid }),
  });
  if (options.site?.user) {
    process.setgroups!([]);
    process.setgid!(options.site.user.gid);
    process.setuid!(options.site.user.uid);
  }
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (line !== 'stop') return;
    await running.stop();
    say({ event: 'stopped' });
    process.exit();
  });
  const { socketDir, port, user, database, pid } = running;
  say({ event: 'started', socketDir, port, user, database, pid });
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  say({ event: 'failed', code: error.code, message: error.message });
}
