import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedPostgresError } from '@skein/embedded-postgres';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { builtPages } from '#server/pages.ts';
import { startSite } from '#server/site.ts';
import { buildIfNeeded } from './building.ts';
import { createDemoApi, waitFor } from './demo/api.ts';
import { type CompetitionStory, createContests } from './demo/contests.ts';
import { createFiller, type DemoMember, type DemoStory, PASSWORD } from './demo/fill.ts';
import { fillModerationQueue, letMembersRead } from './demo/moderation.ts';
import { QUESTIONABLE } from './demo/questionable.ts';
import { importTexts } from './demo/texts.ts';
import { type BranchStory, createCompany, type RelayStory } from './demo/together.ts';
import { createTranslations, type TranslatedStory } from './demo/translations.ts';

// Fills the site with a realistic library through its public API: members, their stories in all eight languages, a
// relay and two competitions by several of them, a branch in each language that anyone can join, translations, readers, and two texts in the
// moderation queue. `--texts FOLDER` imports public-domain books as well. Starts the site on the data folder, fills it
// and stops. Existing stories are left as they are.
const { values } = parseArgs({ options: { texts: { type: 'string' } } });
const LIBRARY = join(import.meta.dirname, 'demo/library');
/** With bus-17, a branch in each language. */
const BRANCHES = join(import.meta.dirname, 'demo/branches');
/** Translation reviewers: members who know the language. */
const REVIEWERS = { en: 'R_Castellan', zh: '林间', de: 'Grete_Olm', fr: 'LucíaVega', ja: '水原_茜' };
const OVERRIDES = {
  PORT: '0',
  HUMAN_CHECK: 'off',
  RATE_LIMITS: 'off',
  SMTP_URL: '',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
};

await buildIfNeeded(console.log);
const config = readConfig({ ...process.env, ...OVERRIDES }, process.cwd());
const site = await startSite(config, createLog(config.logLevel), builtPages, true).catch((error) => {
  // As when the site itself starts on the data folder: print the message without a stack trace.
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  console.error(error.message);
  process.exit(1);
});
try {
  const api = createDemoApi(site.url, waitFor);
  const filler = createFiller(site, api);
  console.log(`Filling ${site.config.dataDir}`);
  const administrator = await filler.makeModerator(
    { username: 'Ada_Moderates', slug: 'ada-moderates', bio: 'Reads what the pre-review has questions about.' },
    true,
  );
  const colleague = await filler.makeModerator({
    username: 'Ivo_Moderates',
    slug: 'ivo-moderates',
    bio: 'Reads what others have questions about.',
  });
  const read = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(LIBRARY, name), 'utf8'));
  const members = await read<DemoMember[]>('members.json');
  const tokens = new Map<string, string>();
  for (const wanted of members) tokens.set(wanted.username, await filler.member(wanted));
  const files = (await readdir(LIBRARY)).filter((name) => name !== 'members.json').sort();
  const storyIds: string[] = [];
  for (const [i, file] of files.entries()) {
    const wanted = await read<DemoStory & { creator: string }>(file);
    const { storyId, isNew } = await filler.story(tokens.get(wanted.creator)!, wanted);
    storyIds.push(storyId);
    if (!isNew) continue;
    await filler.spreadOverTime(storyId, 3 + ((i * 53) % 700));
    await filler.letRead(storyId, 20 + ((i * 37) % 180));
    console.log(`  ${wanted.title} (${wanted.language})`);
  }
  const together = createCompany(api, filler, tokens);
  const branch = await together.branch(await read<BranchStory>('../together/bus-17.json'));
  const relay = await together.relay(await read<RelayStory>('../together/the-dog.json'));
  for (const [i, { storyId, title, isNew }] of [branch, relay].entries()) {
    if (!isNew) continue;
    await filler.spreadOverTime(storyId, 900 - 600 * i);
    await filler.letRead(storyId, 190 - 60 * i);
    console.log(`  ${title} (en, ${i === 0 ? 'branch' : 'relay'})`);
  }
  for (const [i, file] of (await readdir(BRANCHES)).sort().entries()) {
    const wanted = await read<BranchStory>(`../branches/${file}`);
    const { storyId, title, isNew } = await together.branch(wanted);
    if (!isNew) continue;
    await filler.spreadOverTime(storyId, 40 + ((i * 29) % 200));
    await filler.letRead(storyId, 30 + ((i * 41) % 60));
    console.log(`  ${title} (${wanted.language}, branch)`);
  }
  const contests = createContests(api, filler, together);
  for (const [i, name] of ['the-ferryman', 'unterwasser'].entries()) {
    const wanted = await read<CompetitionStory>(`../together/${name}.json`);
    const { storyId, title, isNew } = await contests.competition(wanted);
    if (!isNew) continue;
    await filler.letRead(storyId, 160 - 80 * i);
    console.log(`  ${title} (${wanted.language}, competition)`);
  }
  const translations = createTranslations(api, filler, together);
  await translations.nameReviewers(administrator, REVIEWERS);
  for (const file of (await readdir(join(LIBRARY, '../translations'))).sort())
    await translations.story(await read<TranslatedStory>(`../translations/${file}`));
  console.log('  translations, their reviews and glossaries');
  for (const [i, wanted] of QUESTIONABLE.entries())
    await filler.questionable(tokens.get(members[i]!.username)!, wanted);
  await letMembersRead(api, [...tokens.values()], storyIds);
  await fillModerationQueue(api, colleague, together.tokenOf);
  await filler.settle();
  if (values.texts) await importTexts(resolve(values.texts), filler, api);
  console.log(`\nMembers (password of all: ${PASSWORD}):`);
  for (const { username, slug } of members) console.log(`  ${slug}@demo.invalid  ${username}`);
  console.log(
    `  ada-moderates@demo.invalid  Ada_Moderates (moderator and administrator; texts, a report, an appeal, a suggestion and feedback are in the queue at /moderation)`,
  );
  console.log('\nNow: npm start');
} finally {
  await site.stop();
}
