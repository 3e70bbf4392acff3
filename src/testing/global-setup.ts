import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionSettings;
  }
}

/** One database server for all workers; each test file gets a copy of the migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  project.provide('postgres', server.settings);
  return () => server.stop();
}
