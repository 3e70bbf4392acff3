import { afterAll, beforeAll } from 'vitest';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Listener, listen } from '#platform/db/listen.ts';
import { notificationsOf } from '#platform/db/notifications.ts';
import type { TestApp } from './test-app.ts';

/**
 * Turns on the cache of a test app, which needs to hear of changes. Returns a function that waits until the
 * invalidations of all changes so far have arrived. They arrive in the order of commits.
 */
export function hearChanges(app: TestApp): () => Promise<void> {
  let listener: Listener;
  const waiting = new Map<string, () => void>();
  beforeAll(async () => {
    const { cache } = app.app;
    const drop = cache.drop.bind(cache);
    cache.drop = (tags) => {
      const all = [...tags];
      drop(all);
      for (const tag of all) waiting.get(tag)?.();
    };
    const { host, port, user, database } = app.database.pool.options;
    const settings = { host: host!, port: port!, user: user!, database: database! };
    listener = await listen(settings, notificationsOf(app.deps.db), app.deps.log);
  });
  afterAll(() => listener?.stop());
  let marks = 0;
  return async () => {
    marks += 1;
    const mark = `mark:${marks}`;
    const arrived = new Promise<void>((resolve) => waiting.set(mark, resolve));
    await invalidateCacheTags({ db: app.database.db }, mark);
    await arrived;
  };
}
