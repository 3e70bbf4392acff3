import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { mailedToken } from '../demo/outbox.ts';

const AUTHOR = { email: 'ann@skein.test', password: 'Read4Pleasure' };
const AUTHORS = 4;
/** As long as clients wait for an answer. */
const ANSWER_MS = 10_000;
const PAUSE_MS = 50;

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

/** Calls the API of the site. Null if no answer arrived. */
async function send(origin: string, endpoint: Endpoint, input: unknown, token?: string): Promise<Answer | null> {
  const isRead = endpoint.method === 'GET';
  const query = isRead ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  try {
    const response = await fetch(`${origin}/api/${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: token } : {}) },
      ...(isRead ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: response.status, data: ((await response.json()) as { data: unknown }).data };
  } catch {
    return null;
  }
}

async function call<E extends Endpoint>(
  origin: string,
  endpoint: E,
  input: InputOf<E>,
  token?: string,
): Promise<AnswerOf<E>> {
  const answer = await send(origin, endpoint, input, token);
  if (answer?.status !== 200) throw new Error(`${endpoint.path} responded with ${answer?.status}`);
  return answer.data as AnswerOf<E>;
}

/** Signs up, which needs a job that sends the email. Returns the access token. */
export async function signUp(origin: string, dataDir: string, email = AUTHOR.email): Promise<string> {
  await call(origin, accountApi.register, { ...AUTHOR, email, terms: true });
  return (await call(origin, accountApi.verifyEmail, { token: await mailedToken(dataDir, email) })).accessToken;
}

/** Save drafts without a pause, and read each again before the next save. */
export class Authors {
  /** When saves were acknowledged, as `performance.now()`. */
  readonly acknowledged: number[] = [];
  /** Acknowledged saves that a later read didn’t find. */
  lost = 0;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  static async start(origin: string, token: string): Promise<Authors> {
    const authors = new Authors();
    const { id: storyId } = await call(origin, storyApi.create, { title: 'Salt and Lemons', mode: 'solo' }, token);
    const chapters: string[] = [];
    while (chapters.length < AUTHORS)
      chapters.push((await call(origin, chapterApi.create, { storyId, title: 'x', content: 'x' }, token)).id);
    authors.#running = Promise.all(chapters.map((id) => authors.#write(origin, id, token)));
    return authors;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Waits for the first save after this moment. */
  async savedAfter(moment: number, patience: number): Promise<number | null> {
    for (; performance.now() < moment + patience; await delay(PAUSE_MS / 10)) {
      const found = this.acknowledged.findLast((at) => at > moment);
      if (found !== undefined) return this.acknowledged.find((at) => at > moment)!;
    }
    return null;
  }

  /** Returns the longest time without an acknowledged save between two moments. */
  longestPause(from: number, to: number): number {
    const before = this.acknowledged.findLast((at) => at < from) ?? from;
    const times = [before, ...this.acknowledged.filter((at) => at >= from && at <= to), to];
    return Math.max(...times.slice(1).map((at, i) => at - times[i]!));
  }

  async #write(origin: string, chapterId: string, token: string): Promise<void> {
    // What the title of the draft says, and its version.
    let sure = { version: 1, title: 'x' };
    let tried = sure;
    for (; !this.#isStopped; await delay(PAUSE_MS)) {
      const read = await send(origin, chapterApi.draft, { chapterId }, token);
      if (read?.status !== 200) continue;
      const { version, title } = read.data as AnswerOf<typeof chapterApi.draft>;
      // A save whose answer was lost may have been written.
      const found = [sure, tried].find((save) => save.version === version && save.title === title);
      if (!found) this.lost += Math.max(1, sure.version - version);
      sure = { version, title };
      tried = { version: version + 1, title: `Save ${version} of ${chapterId}` };
      const saved = await send(
        origin,
        chapterApi.update,
        { chapterId, ...tried, version, content: tried.title },
        token,
      );
      if (saved?.status !== 200) continue;
      sure = tried;
      this.acknowledged.push(performance.now());
    }
  }
}

/**
 * Writes beside a PostgreSQL, on its own machine, which no lost network keeps from it: what it acknowledges while another
 * machine leads would be lost.
 */
export class LocalWriter {
  readonly acknowledged: { id: number; at: number }[] = [];
  readonly #settings: pg.ClientConfig;
  readonly #firstId: number;
  #isStopped = false;
  #client: pg.Client | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(settings: pg.ClientConfig, firstId: number) {
    this.#settings = settings;
    this.#firstId = firstId;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #run(): Promise<void> {
    let id = this.#firstId;
    for (; !this.#isStopped; await delay(PAUSE_MS)) {
      const client = new pg.Client({ ...this.#settings, connectionTimeoutMillis: ANSWER_MS });
      client.on('error', () => {});
      try {
        await client.connect();
        this.#client = client;
        for (; !this.#isStopped; await delay(PAUSE_MS)) {
          id += 1;
          await client.query('insert into drill.writes (id) values ($1)', [id]);
          this.acknowledged.push({ id, at: performance.now() });
        }
      } catch {
        // It has ended, or only answers reads.
      }
      await client.end().catch(() => {});
    }
  }
}
