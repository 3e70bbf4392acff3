import { readFileSync } from 'node:fs';
import { LANGUAGES } from '#core/languages.ts';
import type { Meant } from './compare.ts';

/** Matches a text of a catalog, in each language. The text must have no sign that means something in a pattern. */
function textOf(part: string, key: string): string {
  const texts = LANGUAGES.map((language) => {
    const file = new URL(`../../locales/${language}/${part}.json`, import.meta.url);
    const catalog: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
    return catalog[key];
  });
  return `(${texts.join('|')})`;
}

const REQUESTS = /^(GET|HEAD) /;
const PAGES = /^GET /;
/** Pages in the language that their address names. */
const NAMED = /^GET .*[?&]t=/;

/** Differences that are wanted. One that is not found any more is an error: remove it. */
export const MEANT: readonly Meant[] = [
  {
    at: REQUESTS,
    line: /^(-header: content-security-policy: default-src 'none'; script-src 'self' SCRIPT; style-src 'self'|\+header: content-security-policy: default-src 'none'; script-src 'self' SCRIPT; style-src 'self' SCRIPT); img-src 'self' blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app ProseMirrorClipboard$/,
    reason: 'The policy allows the one style that chapters contain, by its hash (decision 038)',
  },
  {
    at: REQUESTS,
    added: /^header: speculation-rules: "\/prefetch-[\w-]+\.json"$/,
    reason: 'Chromium fetches the next pages ahead (decision 037)',
  },
  {
    at: PAGES,
    lost: /^div aria-live="polite" popover="manual" role="status"$/,
    reason: 'The place of the toasts is made with the first toast (decision 036)',
  },
  {
    at: /^(visitor|newcomer|participant|author|member|moderator) /,
    line: /^-- status$/,
    reason: 'The place of the toasts is made with the first toast (decision 036)',
  },
  {
    at: PAGES,
    lost: /^a aria-label="[^"]*" href="\/(messages(\?t=\w\w)?"\n {2}svg|profile(\?t=\w\w)?"$)/,
    reason: 'The bell and the menu of members open without React, so there are no links in their places (decision 036)',
  },
  {
    at: PAGES,
    added:
      /^button aria-label="[^"]*" popovertarget="→div “”" type="button"\n {2}svg .*\n {4}path d="M10\.268|^div popover="auto"$/,
    reason: 'The bell of members is part of the page, with an empty panel (decision 036)',
  },
  {
    at: PAGES,
    added:
      /^button aria-label="[^"]*" popovertarget="→div" type="button"\n {2}span aria-hidden="true"$|^div popover="auto"\n {2}p hidden\n {2}a href="\/profile/,
    reason: 'The menu of members is part of the page (decision 036)',
  },
  {
    at: PAGES,
    added: /^template\n {2}h2 tabindex="-1"\n.*\n {2}button hidden type="button"\n/,
    reason: 'What the panel of the bell shows is a template at the end of the page (decision 036)',
  },
  {
    at: /^GET \/(\?t=\w\w| in \w\w)$/,
    added: /^template\n {2}article\n/,
    reason: 'What the list of stories to continue shows is templates, for plain script (decision 036)',
  },
  {
    at: NAMED,
    added: /^input name="t" type="hidden" value="\w\w"$/,
    reason: 'Forms of the search keep the language of the address, also without script',
  },
  {
    at: PAGES,
    // Not the whole element, because the box of a search has had it already.
    line: new RegExp(
      `^\\+ +(button aria-label="${textOf('common', 'common.search_empty')}" type="button"|svg aria-hidden="true" [^"]+"none" .*|path d="(M18 6 6 18|m6 6 12 12)")$`,
    ),
    reason: 'The button that empties the search box is always part of it, for plain script (decision 036)',
  },
  {
    at: PAGES,
    added: new RegExp(`^div tabindex="-1"\\n {2}p\\n {4}“${textOf('common', 'common.search_history')}”\\n`),
    reason: 'The list of earlier searches is part of the search box, for plain script (decision 036)',
  },
  {
    at: /^GET \/search_result/,
    line: /^[-+] +form action="\/search_result" aria-label="[^"]*"( autocomplete="off")? id="search-filters" popover="auto"$/,
    reason: 'Filters load the next page, and Back must not restore the fields of that page',
  },
  {
    at: /^GET \/story\/\d+\/chapter\/\d+/,
    added: new RegExp(`^span hidden\\n {2}“${textOf('branch', 'fork.read')}”$`),
    reason: 'What says that one has read a way is hidden in the page, and shown by plain script',
  },
  {
    at: /^GET \/edit_chapter(\?t=\w\w| in \w\w)$/,
    added: /^(a href="→main( “.*”)?"|noscript\n {2}p)\n/,
    reason: 'Without parameters, the page of the editor has the frame of the editor',
  },
  {
    at: /^GET \/agreement\/other/,
    line: /^(\+|- +a href="\/"$)/,
    reason: 'An agreement that does not exist is a missing page like any other, with all that is around pages',
  },
  {
    at: /\/agreement\/other/,
    line: /^(-header: vary: Accept-Language, Cookie|\+header: vary: Accept-Encoding)$/,
    reason: 'Like other missing pages, that one comes by way of the page cache, which does not keep it',
  },
];
