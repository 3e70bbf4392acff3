import { defineConfig } from 'vitest/config';

const API_TESTS = 'src/**/*.api.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'rules', include: ['src/**/*.test.ts', 'src/**/*.test.tsx'], exclude: [API_TESTS] } },
      {
        test: {
          name: 'api',
          include: [API_TESTS],
          globalSetup: ['src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
