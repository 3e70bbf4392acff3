import type { PageSource } from '#server/pages.ts';

/** For tests of the whole site that request no page, so that no pages have to be built. */
export const noPages: PageSource = {
  mode: 'development',
  async serveFiles() {},
  load: () => Promise.reject(new Error('There are no pages in this test')),
};
