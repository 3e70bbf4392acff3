import type { PageSource } from '#server/pages.ts';

/** For tests of the whole site that ask for no page: nothing has to be built for them. */
export const noPages: PageSource = {
  mode: 'development',
  async serveFiles() {},
  load: () => Promise.reject(new Error('There are no pages in this test')),
};
