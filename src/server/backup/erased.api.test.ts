import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DAY } from '#core/time.ts';
import {
  type Erased,
  readErased,
  readErasedList,
  storeErased,
  writeErasedList,
} from '#features/accounts/server/index.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import { createFolderFiles } from '#platform/files/folder-files.ts';
import { buildMember } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letTheDayCome, plan } from '../erasure.test-kit.ts';
import { eraseAgain, keepErased, knownErasures, otherSites, sitesOfBackup } from './erased.ts';
import { siteName } from './places.ts';

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
  const { dataDir, publicUrl } = app.deps.config;
  const known = { files: app.deps.files, dataDir, publicUrl };
  const site = siteName(known);
  await keepErased(known, settings, backups);
  const erased = await readErasedList(backups, site);
  // Both lists say the same, so a restore needs only one of them.
  expect(await readErased(app.deps.files)).toEqual(erased);
  // One that can’t be read isn’t taken for an empty one: it would be replaced, and members would reappear.
  const unreadable = join(backups, 'unreadable');
  await mkdir(join(unreadable, 'erased-accounts'), { recursive: true });
  await expect(knownErasures(known, unreadable, null)).rejects.toThrow('EISDIR');
  expect((await readdir(backups)).toSorted()).toEqual([`erased-accounts-${site}`, 'unreadable']);
  // As in the earlier backup.
  const { id, ...columns } = before;
  await app.database.db.updateTable('accounts').set(columns).where('id', '=', id).execute();
  expect(await eraseAgain(settings, [...erased, ...(await knownErasures(known, join(backups, 'nothing'), null))])).toBe(
    1,
  );
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

it('what a copy of a site erases stays on the site, though their backups are in one folder', async () => {
  const place = await mkdtemp(join(tmpdir(), 'skein-backups-'));
  folders.push(place);
  const known = { files: createFolderFiles(join(place, 'files')), dataDir: join(place, 'data') };
  const [own, theirs, old] = ['1', '2', '3'].map(
    (id): Erased => ({ id, joinedAt: '2025-01-01T00:00:00.000Z', texts: 'keep' }),
  ) as [Erased, Erased, Erased];
  await writeErasedList(place, 'skein.example', [own]);
  await writeErasedList(place, 'staging.example', [theirs]);
  await writeFile(join(place, 'erased-accounts'), `${JSON.stringify(old)}\n`);
  const restoredAt = async (host: string, backup: { address?: string }) => {
    const sites = sitesOfBackup(backup, { publicUrl: new URL(`https://${host}`) });
    const ids = (await knownErasures(known, place, sites)).map(({ id }) => id);
    return { ids: ids.toSorted(), others: await otherSites(place, sites) };
  };
  const backup = { address: 'skein.example' };
  expect(await restoredAt('skein.example', backup)).toEqual({ ids: ['1', '3'], others: ['staging.example'] });
  // A site that moves to another address keeps its list.
  expect(await restoredAt('new.example', backup)).toEqual({ ids: ['1', '3'], others: ['staging.example'] });
  expect(await restoredAt('staging.example', backup)).toEqual({ ids: ['1', '2', '3'], others: [] });
  // Earlier versions don’t say whose it is. No erasure may be lost.
  expect(await restoredAt('skein.example', {})).toEqual({ ids: ['1', '2', '3'], others: [] });
});

it('only erasures that are not known yet are read, and one whose file has gone since is not lost', async () => {
  const place = await mkdtemp(join(tmpdir(), 'skein-erased-'));
  folders.push(place);
  const stored = createFolderFiles(place);
  const entries = ['1', '2', '3', '4'].map(
    (id): Erased => ({ id, joinedAt: `2025-01-01T00:00:00.00${id}Z`, texts: 'delete' }),
  );
  for (const entry of entries) await storeErased(stored, entry);
  const asked: string[] = [];
  const files = {
    ...stored,
    get: async (path: string) => {
      asked.push(path);
      return path.startsWith('erased/4-') ? null : stored.get(path);
    },
  };
  const [first, second, third, fourth] = entries as [Erased, Erased, Erased, Erased];
  // The choice of the second one isn’t known yet.
  const found = await readErased(files, [first, { ...second, texts: null }]);
  expect(found.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual([second, third, { ...fourth, texts: null }]);
  expect(asked.toSorted().map((path) => path.slice(0, 8))).toEqual(['erased/2', 'erased/3', 'erased/4']);
});
