import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { SiteProcess } from '#testing/site-process.ts';
import { findAddresses } from '../tools/parity/addresses.ts';
import { collectDifferences } from '../tools/parity/compare.ts';
import { compareDocuments, compareRefusals, type Report } from '../tools/parity/documents.ts';
import { checkOutBefore, copyData, makeLibrary, startSide } from '../tools/parity/library.ts';
import { MEANT } from '../tools/parity/meant.ts';
import { compareWindows } from '../tools/parity/windows.ts';
import { buildIfNeeded } from './building.ts';

// Proves that the new way of making pages lost nothing: starts the last build with React Router and the current one on copies
// of one data folder, and compares what they answer without script, headers too, in eight languages, and what a browser shows to a
// visitor and to members. Fails if a difference isn't listed in `tools/parity/meant.ts`, or if one that is listed isn't found.
// `--before DIR` compares with another checkout. `--only REGEX` compares only places that match, such as
// `GET /about?t=de`, `GET /about in de`, `HEAD /about` or `member /story/1`.
const { values } = parseArgs({ options: { before: { type: 'string' }, only: { type: 'string' } } });
const only = new RegExp(values.only ?? '');
const startedAt = Date.now();
const say = (text: string) => process.stderr.write(`${Math.round((Date.now() - startedAt) / 1000)} s: ${text}\n`);

await buildIfNeeded(say);
const before = values.before === undefined ? await checkOutBefore(say) : resolve(values.before);
const { dataDir, additions } = await makeLibrary(before, say);
const copies = await Promise.all([copyData(dataDir), copyData(dataDir)]);
const running: SiteProcess[] = [];
const start = async (env: Record<string, string> = {}) => {
  const starting = [before, join(import.meta.dirname, '..')].map(async (checkout, i) => {
    running[i] = await startSide(checkout, copies[i]!.dataDir, env);
    return running[i].url;
  });
  // Waits for both, so that none is left behind if the other fails.
  await Promise.allSettled(starting);
  const [old, now] = await Promise.all(starting);
  return { before: old!, now: now! };
};
const stop = async () => {
  await Promise.all(running.splice(0).map((site) => site?.stop()));
};
const { add, differs, found, count, unusedMeant } = collectDifferences(MEANT);
const report: Report = { isWanted: (place) => only.test(place), differs, add };
let logged = '';
try {
  const sites = await start();
  const { pages, variants } = await findAddresses(sites.now, additions);
  say('both sites are running; comparing documents …');
  await compareDocuments(sites, [...pages, ...variants], report);
  say(`${count()} places compared; comparing what browsers show …`);
  await compareWindows(sites, pages, additions, report);
  logged = running[1]!.output();
  await stop();
  await compareRefusals(await start({ RATE_LIMITS: 'on', LIMIT_SEARCH: '1' }), report);
} finally {
  await stop();
  await Promise.all(copies.map(({ remove }) => remove()));
}

const differences = found();
for (const { text, places } of differences) {
  const more = places.length > 4 ? ` and ${places.length - 4} more` : '';
  console.log(`\n${places.slice(0, 4).join(', ')}${more}\n${text}`);
}
// A part of all places may lack what is meant elsewhere.
const unused = values.only === undefined ? unusedMeant() : [];
for (const entry of MEANT) {
  const { at, reason, line, lost, added } = entry;
  console.log(
    `\n${unused.includes(entry) ? 'Not found any more' : 'Meant'}: ${reason}\n  ${at} ${line ?? lost ?? added}`,
  );
}
if (logged !== '') console.log(`\nThe current build logged:\n${logged.slice(0, 2000)}`);
say(`${count()} places compared, ${differences.length} differences, ${unused.length} meant ones not found`);
process.exit(differences.length + unused.length === 0 ? 0 : 1);
