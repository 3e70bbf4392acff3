import type { TestProject } from 'vitest/node';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: ConnectionSettings;
  }
}

/** Vitest evaluates this module once per project, so the server is stored where all projects find it. */
const shared = globalThis as { testServer?: { started: ReturnType<typeof startTestServer>; users: number } };

/** Starts one database server for all workers of all projects. Each test file gets a copy of the migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServer ??= { started: startTestServer(), users: 0 };
  const { testServer } = shared;
  testServer.users += 1;
  const server = await testServer.started;
  project.provide('postgres', server.settings);
  return async () => {
    testServer.users -= 1;
    if (testServer.users === 0) await server.stop();
  };
}
