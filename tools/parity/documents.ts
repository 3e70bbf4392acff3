import { LANGUAGES, type Language } from '#core/languages.ts';
import { findMoreAddresses } from './addresses.ts';
import type { Compared } from './compare.ts';
import { outlineOf } from './outline.ts';

/** Origins of the two sites. */
export interface Sites {
  readonly before: string;
  readonly now: string;
}

/** Where comparisons go, and which places are wanted. */
export interface Report {
  isWanted: (place: string) => boolean;
  /** Whether there are differences that are not meant. */
  differs: (compared: Compared) => boolean;
  add: (compared: Compared) => void;
}

interface Asked {
  readonly place: string;
  readonly page: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

/** Headers that belong to the connection or to the bytes. */
const IGNORED_HEADERS = /^(connection|content-encoding|content-length|date|etag|keep-alive|transfer-encoding)$/;
const AT_ONCE = 6;

/** Asks one site. Returns the response as lines, with the same origin for both sites. */
async function ask(origin: string, { path, method = 'GET', headers = {} }: Asked) {
  const response = await fetch(origin + path, { method, headers, redirect: 'manual' });
  const anonymous = (text: string) => text.replaceAll(origin, 'http://site.invalid');
  const text = anonymous(await response.text());
  const kept = [...response.headers].filter(([name]) => !IGNORED_HEADERS.test(name));
  const headerLines = kept.map(([name, value]) => {
    const constant = anonymous(value).replace(/'sha256-[^']+'/g, 'SCRIPT');
    // Seconds count from when the response was made.
    return `header: ${name}: ${constant}`.replace(/(s-maxage=|retry-after: )[1-9]\d*/, '$1N');
  });
  const isPage = response.headers.get('content-type')?.startsWith('text/html') && text !== '';
  const body = isPage ? outlineOf(text) : text.replace(/>\s*</g, '>\n<').split('\n');
  return { text, lines: [`status: ${response.status}`, ...headerLines, ...body] };
}

/** Asks both sites at the same moment, so that what depends on the time is equal. */
async function compare(sites: Sites, asked: Asked): Promise<Compared & { html: string }> {
  const askBoth = () => Promise.all([ask(sites.before, asked), ask(sites.now, asked)]);
  let [before, now] = await askBoth();
  // On a busy machine, one of them may have been too busy.
  if (before.lines[0] !== now.lines[0]) [before, now] = await askBoth();
  return { place: asked.place, page: asked.page, before: before.lines, now: now.lines, html: before.text };
}

/** The address with its language named, and with the language of the browser. */
function inLanguage(address: string, language: Language): Asked[] {
  const path = `${address}${address.includes('?') ? '&' : '?'}t=${language}`;
  const headers = { 'accept-language': language };
  return [
    { place: `GET ${path}`, page: address, path },
    { place: `GET ${address} in ${language}`, page: `${address} in`, path: address, headers },
  ];
}

/** Compares what is served without script: these addresses and more that they link to, in every language; and HEAD requests. */
export async function compareDocuments(sites: Sites, addresses: readonly string[], report: Report): Promise<void> {
  const run = async (asked: readonly Asked[]) => {
    const wanted = asked.filter(({ place }) => report.isWanted(place));
    const compared: Awaited<ReturnType<typeof compare>>[] = [];
    const queue = wanted.entries();
    const work = async () => {
      for (const [i, one] of queue) compared[i] = await compare(sites, one);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // In this order, so that each difference is shown in the same language on all pages.
    compared.forEach(report.add);
    return compared.map(({ html }) => html);
  };
  const everyLanguage = (address: string) => LANGUAGES.flatMap((language) => inLanguage(address, language));
  const pages = await run(addresses.flatMap(everyLanguage));
  await run(findMoreAddresses(pages, addresses).flatMap(everyLanguage));
  await run(addresses.map((path) => ({ place: `HEAD ${path}`, page: `HEAD ${path}`, path, method: 'HEAD' })));
}

/** Compares the page of a refused request. The sites must allow one search per minute. */
export async function compareRefusals(sites: Sites, report: Report): Promise<void> {
  for (const [i, language] of ['en', ...LANGUAGES].entries()) {
    const path = `/search_result?q=salt&t=${language}`;
    const asked = { place: `GET ${path} once more`, page: 'refused', path };
    if (i > 0 && !report.isWanted(asked.place)) continue;
    const compared = await compare(sites, asked);
    // The first one is not refused.
    if (i > 0) report.add(compared);
  }
}
