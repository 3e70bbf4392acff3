import { get, load, post } from '../../bench/load.ts';
import { type LoadSite, makeWriter, textOf, type Writer } from './load-site.ts';

const WRITERS = 12;
const CAPACITY_SECONDS = 8;
const CONNECTIONS = 16;

/** What members and visitors do on a site, as requests. */
export interface Mix {
  readonly writers: readonly Writer[];
  request: (n: number) => Buffer;
  /** Requests a second that the site answers when each of 16 clients waits for its response. */
  measureCapacity: () => Promise<number>;
}

/** Prepares writers, and returns a mix of saves, searches, pages and reads, which are all different. */
export async function makeMix(site: LoadSite): Promise<Mix> {
  const writers: Writer[] = [];
  for (let i = 0; i < WRITERS; i += 1) writers.push(await makeWriter(site, `writer-${i}`));
  const contents = Array.from({ length: 20 }, (_, i) => textOf(4000 + i));
  const request = (n: number): Buffer => {
    const { token, storyId, chapterId } = writers[n % WRITERS]!;
    const authorization = token;
    switch (n % 5) {
      case 0:
        // A version that is refused unless it is the newest: the text is read and locked all the same.
        return post(
          '/api/chapter/update',
          { chapterId, version: n, title: `Save ${n}`, content: contents[n % 20] },
          { authorization },
        );
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
  return {
    writers,
    request,
    async measureCapacity() {
      const { perSecond } = await load({
        origin: site.url,
        connections: CONNECTIONS,
        seconds: CAPACITY_SECONDS,
        request,
        right: [200, 409, 503],
      });
      return perSecond;
    },
  };
}
