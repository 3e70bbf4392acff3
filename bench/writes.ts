import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { type ChapterDocument, documentFromPlain } from '#features/chapters/model/document.ts';
import { storyApi } from '#features/stories/contract.ts';
import { prose } from '#testing/factories.ts';
import { createDemoApi, type DemoApi } from '../scripts/demo/api.ts';
import { mailedToken } from '../scripts/demo/outbox.ts';
import { cost, type Figure, WRITE_BARS } from './bars.ts';
import type { Filled } from './library.ts';
import { load, post } from './load.ts';
import type { Subject } from './subjects.ts';

const WRITERS = 16;
const SECONDS = 5;
const SUBMISSIONS = 20;
const PASSWORD = 'Bench4Marks';

interface Writer {
  readonly token: string;
  readonly storyId: string;
  readonly chapterId: string;
  readonly version: number;
  readonly content: ChapterDocument;
}

export async function signUp(api: DemoApi, site: Subject, name: string): Promise<string> {
  const email = `${name}@bench.invalid`;
  await api.call(accountApi.register, { email, password: PASSWORD, terms: true });
  const token = await mailedToken(site.dataDir, email);
  return (await api.call(accountApi.verifyEmail, { token })).accessToken;
}

async function makeStory(api: DemoApi, token: string, name: string): Promise<string> {
  const description = 'Written to see how long writing takes.';
  const input = { title: name, description, mode: 'solo', categories: ['adventure'], language: 'en' } as const;
  return (await api.call(storyApi.create, { ...input, categories: ['adventure'] }, token)).id;
}

export async function makeWriter(api: DemoApi, site: Subject, name: string): Promise<Writer> {
  const token = await signUp(api, site, name);
  const storyId = await makeStory(api, token, name);
  const chapter = { storyId, title: 'First', summary: 'It begins.', content: prose(2000, storyId.length) };
  const { id, version, content } = await api.call(chapterApi.create, chapter, token);
  return { token, storyId, chapterId: id, version, content };
}

/** S11, S12: writes that members wait for. */
export async function measureWrites(site: Subject, filled: Filled): Promise<Figure[]> {
  const api = createDemoApi(site.url);
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i += 1) writers.push(await makeWriter(api, site, `writer-${i}`));
  const versions = writers.map(({ version }) => version);
  let sent = 0;
  const common = { origin: site.url, connections: WRITERS, seconds: SECONDS };
  const before = await site.cpu();
  const saves = await load({
    ...common,
    request(n, connection) {
      const { token, chapterId, content } = writers[connection]!;
      // Like the editor, sends the whole text, with one new paragraph.
      const text = { ...content, content: [...content.content, ...documentFromPlain(`Save ${n}.`).content] };
      const body = { chapterId, version: versions[connection]!, content: text };
      versions[connection]! += 1;
      sent += 1;
      return post('/api/chapter/update', body, { authorization: token });
    },
  });
  const cpu = (((await site.cpu()).server - before.server) * 1000) / sent;
  const places = await load({
    ...common,
    request(n, connection) {
      const { chapterId } = filled.long[(n * 7) % filled.long.length]!;
      return post(
        '/api/reader/save_position',
        { chapterId, toEnd: true },
        { authorization: writers[connection]!.token },
      );
    },
  });
  for (const { wrong } of [saves, places])
    if (Object.keys(wrong).length > 0) throw new Error(`Writes were refused: ${JSON.stringify(wrong)}`);
  const { save, saveCpu, read } = WRITE_BARS;
  const rate = (result: { perSecond: number; p50: number }) =>
    `${Math.round(result.perSecond)} a second, p50 ${result.p50.toFixed(1)} ms`;
  return [
    cost('S11', 'autosave of 2,000 words, p99 at 16', saves.p99, 'ms', save.must, save.aim, rate(saves)),
    cost('S11', 'CPU of the Node process a save', cpu, 'ms', saveCpu.must, saveCpu.aim),
    cost('S11', 'mark a chapter as read, p99 at 16', places.p99, 'ms', read.must, read.aim, rate(places)),
    await measureReview(api, writers[0]!),
  ];
}

/**
 * Measures the time from submitting a story with its first chapter to its publication, in seconds, shortest first. The
 * same seed creates the same texts.
 */
export async function publishingTimes(api: DemoApi, token: string, seed: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < SUBMISSIONS; i += 1) {
    const storyId = await makeStory(api, token, `Submission ${i}`);
    const content = prose(1000, seed + i);
    const chapter = { storyId, title: `Part ${i}`, summary: 'It goes on.', content };
    const { id: chapterId } = await api.call(chapterApi.create, chapter, token);
    const begun = performance.now();
    await api.call(storyApi.submit, { storyId }, token);
    for (;;) {
      if (
        await api.call(chapterApi.detail, { chapterId }).then(
          () => true,
          () => false,
        )
      )
        break;
      if (performance.now() - begun > 30_000) throw new Error('A submission was not published automatically');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    times.push((performance.now() - begun) / 1000);
  }
  return times.sort((a, b) => a - b);
}

async function measureReview(api: DemoApi, { token }: Writer): Promise<Figure> {
  const times = await publishingTimes(api, token, 1000);
  const p95 = times[Math.ceil(times.length * 0.95) - 1]!;
  return cost('S12', 'submission to published, p95', p95, 's', 5, 2, `of ${SUBMISSIONS}`);
}
