import { LANGUAGE_TAGS } from '#core/languages.ts';
import { DAY, MINUTE } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { onLive } from '#web/api/live.ts';
import { MemberData } from '#web/api/member-data.ts';
import { refreshToken, sessionMemberId } from '#web/api/session.ts';
import { keepNeeds, showHomeWith } from '#web/boot/needs.ts';
import { onReturn } from '#web/boot/returning.ts';
import { serverNow } from '#web/boot/server-time.ts';
import { describeLeft, describeTime } from '#web/boot/times.ts';
import { withLanguage } from '#web/ui/with-language.ts';
import { type Need, profileApi } from '../../contract.ts';
import { NEEDS_SHOWN } from '../../model/needs.ts';

const needs = new MemberData({
  fetch: () => call(profileApi.needs, {}),
  lasts: 5 * MINUTE,
  // The server notifies open pages of what is new, and of what the member did on another device.
  whileUsed: () => {
    const renew = () => void needs.renew();
    const ends = [onLive(renew), onReturn(renew)];
    return () => {
      for (const end of ends) end();
    };
  },
});

const find = (row: HTMLElement, name: string) => row.querySelector<HTMLElement>(`[data-${name}]`)!;

/** Shows how much time is left, or how old the item is. Called every minute. */
function showTime(row: HTMLElement, { until, since }: Need, soon: string): void {
  const left = find(row, 'left');
  const remaining = until === null ? Infinity : Date.parse(until) - serverNow();
  const { lang } = document.documentElement;
  const text =
    until === null
      ? describeTime(new Date(since), 'relative', lang)
      : describeLeft(new Date(until), lang, left.dataset.words ?? '');
  if (left.textContent !== text) left.textContent = text;
  left.classList.toggle(soon, remaining < DAY);
}

function makeRow(pattern: HTMLTemplateElement, need: Need): HTMLElement {
  const row = pattern.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const { key, storyId, title, titleLanguage, isPublic, text, act } = need;
  // Links keep the language in this page’s URL.
  const named = new URLSearchParams(location.search).get('t');
  const target = named ? withLanguage(need.target, named) : need.target;
  row.dataset.key = key;
  const story = find(row, 'story') as HTMLAnchorElement;
  story.textContent = title;
  story.lang = LANGUAGE_TAGS[titleLanguage];
  // A template has no URL that relative ones could be resolved against.
  story.setAttribute('href', isPublic ? story.getAttribute('href')!.replace('/0', `/${storyId}`) : target);
  find(row, 'text').textContent = text;
  find(row, 'target').setAttribute('href', target);
  find(row, 'act-name').textContent = act;
  find(row, 'about').textContent = `: ${text}`;
  return row;
}

/** Shows what the member has to do: at most six rows, and a button for the rest. Works without React. */
export function bind(part: HTMLElement): void {
  const section = part.querySelector('section')!;
  const list = find(part, 'rows');
  const more = find(part, 'more');
  const { soon = '' } = list.dataset;
  const placeholders = [...list.children];
  const patterns = new Map([...part.querySelectorAll('template')].map((pattern) => [pattern.dataset.mode, pattern]));
  let rows: { row: HTMLElement; need: Need }[] = [];
  let shown = '';
  let isOpen = false;

  const showTimes = () => {
    for (const { row, need } of rows) showTime(row, need, soon);
  };
  const showRest = () => {
    for (const [i, { row }] of rows.entries()) row.hidden = !isOpen && i >= NEEDS_SHOWN;
    more.hidden = isOpen || rows.length <= NEEDS_SHOWN;
  };
  const show = () => {
    const { data, error } = needs.state;
    const memberId = refreshToken() === null ? null : sessionMemberId();
    // Removes the rows of another member before those of this one are loaded.
    const items = memberId === null || (error && !data) ? [] : data?.items;
    if (data && memberId !== null) keepNeeds(memberId, data.items.length);
    section.toggleAttribute('data-known', items !== undefined);
    section.hidden = items?.length === 0;
    if (items) showHomeWith('needs');
    const text = JSON.stringify([memberId, items ?? null]);
    if (text === shown) return;
    shown = text;
    const focused = list.querySelector<HTMLElement>(':focus')?.closest<HTMLElement>('li')?.dataset.key;
    const known = items?.filter(({ mode }) => patterns.has(mode)) ?? [];
    rows = known.map((need) => ({ row: makeRow(patterns.get(need.mode)!, need), need }));
    list.replaceChildren(...(items ? rows.map(({ row }) => row) : placeholders));
    more.textContent = data?.more ?? '';
    showTimes();
    showRest();
    const again = rows.find(({ need }) => need.key === focused)?.row;
    if (again) find(again, 'target').focus({ preventScroll: true });
  };
  more.addEventListener('click', () => {
    isOpen = true;
    showRest();
    const next = rows[NEEDS_SHOWN]?.row;
    if (next) find(next, 'target').focus();
  });
  setInterval(showTimes, MINUTE);
  needs.subscribe(show);
  show();
}
