import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { PASSWORD } from '#testing/factories.ts';
import { get, load, post } from '../../bench/load.ts';
import { type LoadSite, makeWriter, textOf, type Writer } from './load-site.ts';

const WRITERS = 12;
const CAPACITY_SECONDS = 8;
const CONNECTIONS = 16;
const KINDS = 5;
const SAVE = 0;

/** What members and visitors do on a site, as requests. */
export interface Mix {
  readonly writers: readonly Writer[];
  request: (n: number) => Buffer;
  /** To be called with each answer: a save has to name the version that the one before has made. */
  answered: (answer: { readonly n: number; readonly status: number }) => void;
  /** Requests a second that the site answers when each of 16 clients waits for its response. */
  measureCapacity: () => Promise<number>;
  /** Logs all writers in again, and looks up their versions. Their tokens are valid for ten minutes. */
  renew: () => Promise<void>;
}

/** Prepares writers, and returns a mix of saves, searches, pages and reads, which are all different. */
export async function makeMix(site: LoadSite): Promise<Mix> {
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i += 1) writers.push(await makeWriter(site, `writer-${i}`));
  const tokens = writers.map(({ token }) => token);
  const versions = writers.map(() => 1);
  const contents = Array.from({ length: 20 }, (_, i) => textOf(4000 + i));
  const request = (n: number): Buffer => {
    const writer = n % WRITERS;
    const { storyId, chapterId } = writers[writer]!;
    const authorization = tokens[writer]!;
    switch (n % KINDS) {
      case SAVE: {
        const content = contents[Math.floor(n / (KINDS * WRITERS)) % contents.length];
        const version = versions[writer];
        return post('/api/chapter/update', { chapterId, version, title: `Save ${n}`, content }, { authorization });
      }
      case 1:
        return get(`/api/story/search?q=word${n}&t=en`);
      case 2:
        return get('/api/user/info', { authorization });
      case 3:
        return get(`/story/${storyId}?t=en&x=${n}`);
      default:
        return get(`/api/story/draft?storyId=${storyId}`, { authorization });
    }
  };
  const answered: Mix['answered'] = ({ n, status }) => {
    if (n % KINDS === SAVE && status === 200) versions[n % WRITERS]! += 1;
  };
  return {
    writers,
    request,
    answered,
    async measureCapacity() {
      const { perSecond } = await load({
        origin: site.url,
        connections: CONNECTIONS,
        seconds: CAPACITY_SECONDS,
        request,
        onAnswer: answered,
        // Two saves of a writer may meet.
        right: [200, 409, 503],
      });
      return perSecond;
    },
    async renew() {
      for (const [i, { email, chapterId }] of writers.entries()) {
        tokens[i] = (await site.api.call(accountApi.login, { email, password: PASSWORD })).accessToken;
        versions[i] = (await site.api.call(chapterApi.draft, { chapterId }, tokens[i])).version;
      }
    },
  };
}
