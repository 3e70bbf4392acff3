import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { chapterApi } from '#features/chapters/contract.ts';
import { plainText } from '#features/chapters/model/document.ts';
import { prose } from '#testing/factories.ts';
import { atLeast, atMost, type LoadSite, makeWriter, type Writer, withSite } from '../load-site.ts';
import { endPostmaster } from '../postmaster.ts';

const KILLS = 10;
const WRITERS = 8;
/** The site gives up a database that crashes five times in ten minutes, so it is started anew after this number of kills. */
const KILLS_OF_A_START = 4;

interface Chapter extends Writer {
  /** Version of the last save that was acknowledged. */
  acknowledged: number;
}

const contentOf = (version: number, seed: number) => `Save ${version}.\n\n${prose(150, seed)}`;

async function save(site: LoadSite, { token, chapterId, acknowledged }: Chapter): Promise<number> {
  const response = await fetch(`${site.url}/api/${chapterApi.update.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: token },
    body: JSON.stringify({
      chapterId,
      version: acknowledged,
      title: `Save ${acknowledged}`,
      content: contentOf(acknowledged, acknowledged),
    }),
  });
  if (response.status === 200) return ((await response.json()) as { data: { version: number } }).data.version;
  if (response.status === 409) {
    // The save before has been written although its response was lost.
    const { details } = (await response.json()) as { details: { current: { version: number; title: string } } };
    if (details.current.title === `Save ${acknowledged}`) return details.current.version;
    throw new Error(`Another save is there: ${details.current.title}`);
  }
  await response.body?.cancel();
  if (response.status !== 503) throw new Error(`A save was answered with ${response.status}`);
  return acknowledged;
}

/** Counts problems that amcheck finds in tables and indexes. */
async function damages(site: LoadSite): Promise<number> {
  const { db, close } = site.openDatabase();
  await sql`create extension if not exists amcheck`.execute(db);
  const { rows: indexes } = await sql<{ oid: string }>`select c.oid::text as oid from pg_class c
    join pg_index i on i.indexrelid = c.oid join pg_am a on a.oid = c.relam
    where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence <> 't' and i.indisvalid`.execute(db);
  let found = 0;
  for (const { oid } of indexes)
    await sql`select bt_index_check(${oid}::oid::regclass, true)`.execute(db).catch((error: unknown) => {
      console.log(String(error));
      found += 1;
    });
  const { rows: tables } = await sql<{ oid: string }>`select oid::text as oid from pg_class
    where relkind = 'r' and relpersistence <> 't'`.execute(db);
  for (const { oid } of tables) {
    const { rows } = await sql`select * from verify_heapam(${oid}::oid::regclass)`.execute(db);
    if (rows.length > 0) console.log(rows);
    found += rows.length;
  }
  console.log(`amcheck: ${indexes.length} indexes, ${tables.length} tables`);
  await close();
  return found;
}

await withSite(async (site) => {
  const chapters: Chapter[] = [];
  for (let i = 0; i < WRITERS; i += 1) chapters.push({ ...(await makeWriter(site, `killed-${i}`)), acknowledged: 1 });
  let ends = 0;
  let acknowledged = 0;
  let lost = 0;
  let slowestBack = 0;
  let slowestReconnect = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    if (kill % KILLS_OF_A_START === 1 && kill > 1) {
      await site.stop();
      await site.restart();
    }
    const process0 = site.child.pid;
    let stopped = false;
    let firstAfter = Number.POSITIVE_INFINITY;
    let up = Number.POSITIVE_INFINITY;
    const saving = chapters.map(async (chapter) => {
      while (!stopped) {
        const begun = performance.now();
        const version = await save(site, chapter).catch((error: unknown) => {
          if (error instanceof TypeError) return chapter.acknowledged;
          throw error;
        });
        if (version > chapter.acknowledged) {
          acknowledged += 1;
          chapter.acknowledged = version;
          if (begun > up - 1) firstAfter = Math.min(firstAfter, performance.now());
        } else await setTimeout(20);
      }
    });
    await setTimeout(300 + 137 * kill);
    const killed = performance.now();
    up = await endPostmaster(site.dataDir, 'SIGKILL');
    while (firstAfter === Number.POSITIVE_INFINITY && performance.now() < up + 60_000) await setTimeout(10);
    slowestBack = Math.max(slowestBack, firstAfter - killed);
    slowestReconnect = Math.max(slowestReconnect, firstAfter - up);
    stopped = true;
    await Promise.all(saving);
    if (site.child.pid !== process0 || site.child.exitCode !== null) ends += 1;
    for (const chapter of chapters) {
      const { version, title, content } = await site.api.call(
        chapterApi.draft,
        { chapterId: chapter.chapterId },
        chapter.token,
      );
      if (version < chapter.acknowledged) lost += 1;
      if (version > 1 && (title !== `Save ${version - 1}` || !plainText(content).startsWith(`Save ${version - 1}.`)))
        lost += 1;
      chapter.acknowledged = version;
    }
    console.log(
      `kill ${kill}: database up after ${(up - killed).toFixed(0)} ms, saves after ${(firstAfter - killed).toFixed(0)} ms`,
    );
  }
  atLeast('acknowledged saves', acknowledged, 500);
  atMost('of them lost or by half', lost, 0);
  atMost('saves again after a kill', slowestBack / 1000, 30, 's');
  atMost('saves again after the database is up', slowestReconnect / 1000, 5, 's');
  atMost('kills that ended the site', ends, 0);
  atMost('damages found by amcheck', await damages(site), 0);
});
