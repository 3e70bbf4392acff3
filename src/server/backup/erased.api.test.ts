import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import { readErased, readErasedList } from '#features/accounts/server/index.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letTheDayCome, plan } from '../erasure.test-kit.ts';
import { eraseAgain, keepErased, knownErasures } from './erased.ts';

const app = setUpTestApp();
const folders: string[] = [];
afterAll(async () => {
  for (const path of folders) await rm(path, { recursive: true, force: true });
});

it('members erased after a backup are erased again after its restore, but not others with the same id', async () => {
  const settings = app.owner.pool.options as ConnectionSettings;
  const backups = await mkdtemp(join(tmpdir(), 'skein-backups-'));
  folders.push(backups);
  const [gone, other] = [await buildMember(app), await buildMember(app)];
  const before = await app.database.db
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', gone.id)
    .executeTakeFirstOrThrow();
  await plan(app, gone, 'delete');
  await letTheDayCome(app, 14 * DAY + 1000);
  const known = { files: app.deps.files, dataDir: app.deps.config.dataDir };
  await keepErased(known, settings, backups);
  const erased = await readErasedList(backups);
  // Both lists say the same, so a restore needs only one of them.
  expect(await readErased(app.deps.files)).toEqual(erased);
  // One that can’t be read isn’t taken for an empty one: it would be replaced, and members would reappear.
  const unreadable = join(backups, 'unreadable');
  await mkdir(join(unreadable, 'erased-accounts'), { recursive: true });
  await expect(knownErasures(known, unreadable)).rejects.toThrow('EISDIR');
  expect((await readdir(backups)).toSorted()).toEqual(['erased-accounts', 'unreadable']);
  // As in the earlier backup.
  const { id, ...columns } = before;
  await app.database.db.updateTable('accounts').set(columns).where('id', '=', id).execute();
  expect(await eraseAgain(settings, [...erased, ...(await knownErasures(known, join(backups, 'nothing')))])).toBe(1);
  const row = () => app.database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await row()).toMatchObject({ status: 'pending_deletion', deletion_content: 'delete' });
  await letTheDayCome(app, 0);
  expect(await row()).toMatchObject({ status: 'erased', username: `~${id}` });
  expect(await eraseAgain(settings, erased)).toBe(0);
  // Another member with the same id isn’t on the list.
  await app.database.db
    .updateTable('accounts')
    .set({ ...columns, joined_at: new Date(columns.joined_at.getTime() + DAY) })
    .where('id', '=', id)
    .execute();
  expect(await eraseAgain(settings, erased)).toBe(0);
  expect(other.id).not.toBe(id);
});
