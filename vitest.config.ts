import { defineConfig } from 'vitest/config';
import { listPackageTests, packagesToTest, printSkippedPackages } from './tools/package-tests.ts';

/** Packages that have changed since their tests last passed. Their tests start databases of their own. */
const packages = listPackageTests();
const PACKAGE_TESTS = packagesToTest(packages).map(({ folder }) => `${folder}/src/**/*.test.ts`);
// `npm test` runs some projects by themselves.
if (!process.argv.some((argument) => /^--project=\w/.test(argument))) printSkippedPackages(packages);

const API_TESTS = 'src/**/*.api.test.ts';
/** These break connections, or replace a module by another, which must reach no other test: each file has its own process. */
const ALONE_TESTS = [
  'src/features/accounts/server/password-hash.test.ts',
  'src/features/discovery/server/search-common.api.test.ts',
  'src/platform/db/database.api.test.ts',
  'src/platform/http/idempotency.api.test.ts',
];
/** They wait for clocks that run on under load, so they run one at a time. */
const MEASURED_TESTS = [
  'src/features/contest/server/submissions-race.api.test.ts',
  'src/features/contest/server/votes-race.api.test.ts',
  'src/platform/db/migrate.api.test.ts',
  'src/platform/http/overload.api.test.ts',
  'src/platform/jobs/jobs.api.test.ts',
  'src/server/live-topics.api.test.ts',
  'src/server/live.api.test.ts',
  'src/server/replica.api.test.ts',
  'src/server/site.api.test.ts',
];
/**
 * Files share what they import: loading the site again for each would take a third of the time. A test restores what it
 * changes, and each file has its own site and its own database.
 */
const shared = { isolate: false };
const setupFiles = ['src/testing/measure-file.ts'];
/** Only ends tests that hang: those that are about slowness measure it. A busy machine takes many times longer. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000 };
const onDatabase = { globalSetup: ['src/testing/global-setup.ts'], ...patient };

export default defineConfig({
  test: {
    // One for each core: half of the time a test waits for its database, and with one less a core of two stands idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          setupFiles,
          name: 'rules',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tools/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [API_TESTS, ...ALONE_TESTS, ...MEASURED_TESTS],
          ...patient,
          ...shared,
        },
      },
      {
        test: {
          setupFiles,
          name: 'api',
          include: [API_TESTS],
          exclude: [...ALONE_TESTS, ...MEASURED_TESTS],
          ...onDatabase,
          ...shared,
        },
      },
      {
        test: {
          setupFiles,
          name: 'alone',
          include: ALONE_TESTS,
          ...onDatabase,
        },
      },
      { test: { setupFiles, name: 'packages', include: PACKAGE_TESTS, ...patient } },
      { test: { setupFiles, name: 'measured', include: MEASURED_TESTS, fileParallelism: false, ...onDatabase } },
    ],
  },
});
