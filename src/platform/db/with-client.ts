import pg from 'pg';
import type { ConnectionSettings } from './database.ts';

/**
 * Runs work on one connection outside the pool, and closes it. `name` is how the database lists the connection. If the connection breaks, the query that is running
 * rejects; without the listener, the error would also end the process.
 */
export async function withClient<T>(
  settings: ConnectionSettings,
  name: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...settings, application_name: name, options: '-c timezone=UTC' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
