import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { REPLACED } from './replaced.ts';

const kept = new Map<string, string>();
let dataset: Record<string, string>;
let parts: {
  id: string;
  dataset: { languages: string };
  replaceWith: (fresh: { dataset: { languages: string } }) => void;
}[];
let requests: Request[];
let replaced: number;

class Request {
  url = '';
  onloadend = () => {};
  responseXML: { getElementById: (id: string) => object | null } | null = null;
  open(_: string, url: URL) {
    this.url = url.href;
  }
  send() {
    requests.push(this);
  }
  answer(languages: string | null) {
    this.responseXML = languages === null ? null : { getElementById: (id) => ({ id, dataset: { languages } }) };
    this.onloadend();
  }
}

const partOf = (languages: string) => {
  const part = {
    id: 'mine',
    dataset: { languages },
    replaceWith: (fresh: { dataset: { languages: string } }) => {
      part.dataset = fresh.dataset;
    },
  };
  return part;
};
const choose = (...languages: string[]) => kept.set('languagesRead', JSON.stringify(languages));
/** Loads the module as a new page would, with the lists of Portuguese. */
async function load() {
  const module = await import('./languages-read.ts');
  module.showLanguagesRead();
  return module;
}

beforeEach(() => {
  vi.resetModules();
  kept.clear();
  requests = [];
  replaced = 0;
  parts = [partOf('pt')];
  dataset = { page: 'home' };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('location', { href: 'https://skein.test/?t=pt' });
  vi.stubGlobal('document', {
    readyState: 'complete',
    documentElement: { dataset, lang: 'pt-BR' },
    querySelectorAll: () => parts,
  });
  vi.stubGlobal('XMLHttpRequest', Request);
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => {
    if (type === REPLACED) replaced += 1;
  });
});
afterEach(() => vi.unstubAllGlobals());

it('requests nothing for the language of the page, or on other pages', async () => {
  await load();
  choose('pt');
  await load();
  choose('en');
  dataset.page = 'story';
  await load();
  expect([requests.length, dataset.asksLists]).toEqual([0, undefined]);
});

it('ignores stored values that are no languages', async () => {
  for (const stored of ['{', '7', '"pt"', '[null]', '{}']) {
    kept.set('languagesRead', stored);
    expect((await load()).languagesRead()).toEqual([]);
  }
  expect(requests).toEqual([]);
  choose('xx');
  const { languagesRead, showLanguagesRead } = await load();
  expect(languagesRead()).toEqual([]);
  // The server knows none of them either. The lists stay, and aren’t requested again.
  requests[0]!.answer('pt');
  showLanguagesRead();
  expect([parts[0]!.dataset.languages, requests.length, replaced, dataset.asksLists]).toEqual(['pt', 1, 0, undefined]);
});

it('hides the lists until those for the chosen languages have arrived', async () => {
  choose('en', 'pt');
  await load();
  expect(requests.map(({ url }) => url)).toEqual(['https://skein.test/?t=pt&languages=en.pt']);
  expect(dataset.asksLists).toBe('');
  requests[0]!.answer('en.pt');
  expect([parts[0]!.dataset.languages, dataset.asksLists, replaced]).toEqual(['en.pt', undefined, 1]);
});

it('requests the most wanted language first and the others in one order', async () => {
  choose('ko', 'zh', 'en', 'de');
  await load();
  expect(requests.map(({ url }) => url)).toEqual(['https://skein.test/?t=pt&languages=ko.de.en.zh']);
  requests[0]!.answer('ko.de.en.zh');
  expect([parts[0]!.dataset.languages, replaced]).toEqual(['ko.de.en.zh', 1]);
});

it('leaves the lists as they are if the request fails, and never asks in a loop', async () => {
  choose('en');
  await load();
  requests[0]!.answer(null);
  expect([parts[0]!.dataset.languages, dataset.asksLists, replaced, requests.length]).toEqual(['pt', undefined, 0, 1]);
});

it('shows the last of several choices', async () => {
  const { keepLanguagesRead } = await load();
  keepLanguagesRead(['en']);
  keepLanguagesRead(['de']);
  requests[1]!.answer('de');
  requests[0]!.answer('en');
  expect(parts[0]!.dataset.languages).toBe('de');
  keepLanguagesRead(['pt']);
  expect(requests.at(-1)!.url).toContain('languages=pt');
});
