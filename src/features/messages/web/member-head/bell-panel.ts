import { errorText } from '#web/api/error-text.ts';
import { keepUnreadCount } from '#web/boot/member-head.ts';
import { toast } from '#web/ui/toast.ts';
import { withLanguage } from '#web/ui/with-language.ts';
import type { MessageView } from '../../contract.ts';
import { answeredText, answerMessage, markRead, unread, wayOn } from '../message-lists.ts';
import { moveFocus } from '../row-focus.ts';
import { labelFor } from './bell-label.ts';
import { makeRow } from './bell-row.ts';
import type { HeadTexts } from './head-texts.ts';

/** Maximum number of messages in the bell. The inbox has all of them. */
const SHOWN_MAX = 20;

const BUSY = 'aria-busy';

function setBusy(button: HTMLElement, isBusy: boolean): void {
  if (isBusy) button.setAttribute(BUSY, 'true');
  else button.removeAttribute(BUSY);
}

/**
 * Shows the unread messages in the bell and its panel (spec §2), and handles the actions on them. Returns the function
 * that stops it.
 */
export function bindBell(head: HTMLElement, { texts, labels, named }: HeadTexts): () => void {
  const panel = head.querySelector<HTMLElement>('[data-panel]')!;
  const bell = head.querySelector<HTMLElement>('button')!;
  const part = (name: string) => panel.querySelector<HTMLElement>(`[data-${name}]`)!;
  const list = part('rows');
  const pattern = part('row') as HTMLTemplateElement;
  const noneLabel = bell.getAttribute('aria-label') ?? '';
  let shown: readonly MessageView[] = [];

  /** Changes only the rows that differ, so that the focus stays where it is. */
  const showRows = (messages: readonly MessageView[]) => {
    const keyOf = ({ id, action_status }: MessageView) => `${id} ${action_status}`;
    const before = new Map(shown.map((message, i) => [keyOf(message), list.children[i]!]));
    const rows = messages.map((message) => before.get(keyOf(message)) ?? makeRow(pattern, message, named));
    for (const row of [...list.children]) if (!rows.includes(row)) row.remove();
    for (const [i, row] of rows.entries())
      if (list.children[i] !== row) list.insertBefore(row, list.children[i] ?? null);
    shown = messages;
  };

  const show = () => {
    const { data, error, isFetching } = unread.state;
    const count = data?.length ?? 0;
    part('waiting').hidden = data !== undefined || error !== null;
    part('failure').hidden = data !== undefined || error === null;
    setBusy(part('retries'), isFetching);
    part('none').hidden = data === undefined || count > 0;
    part('marks-all').hidden = count === 0;
    list.hidden = count === 0;
    showRows(data?.slice(0, SHOWN_MAX) ?? []);
    bell.setAttribute('aria-label', count === 0 ? noneLabel : labelFor(count, labels, document.documentElement.lang));
    if (data) keepUnreadCount(count);
  };

  const read = (id: string | null) => {
    markRead(id === null ? null : [id]).catch(() => toast(texts['inbox.mark_failed']));
  };
  const answer = async (row: HTMLElement, button: HTMLElement, message: MessageView) => {
    if (row.querySelector(`[${BUSY}]`)) return;
    setBusy(button, true);
    const beforeShown = () => {
      if (row.contains(document.activeElement)) moveFocus(row, true);
    };
    const given = { message, accept: button.dataset.answers === 'accept', beforeShown };
    try {
      await answerMessage(given);
      const toHref = (path: string) => (named ? withLanguage(path, named) : path);
      toast(texts[answeredText(given)], wayOn(given, { label: texts['inbox.to_story'], toHref }));
    } catch (error) {
      toast(errorText(error, (key) => new Map<string, string>(Object.entries(texts)).get(key)));
    }
    setBusy(button, false);
  };

  const onClick = ({ target }: MouseEvent) => {
    const control = (target as Element).closest<HTMLElement>('a, button');
    const row = control?.closest('li');
    const message = shown.find(({ id }) => id === row?.dataset.message);
    if (!control) return;
    if ('retries' in control.dataset) void unread.refetch();
    else if ('marksAll' in control.dataset) {
      panel.querySelector('h2')?.focus();
      read(null);
    } else if (!row || !message) return;
    else if ('answers' in control.dataset) void answer(row, control, message);
    else if ('see' in control.dataset) read(message.id);
    else if ('reads' in control.dataset) {
      moveFocus(row, true);
      read(message.id);
    }
  };
  panel.addEventListener('click', onClick);
  const stop = unread.subscribe(show);
  show();
  return () => {
    stop();
    panel.removeEventListener('click', onClick);
  };
}
