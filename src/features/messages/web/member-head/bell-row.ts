import { withLanguage } from '#web/ui/with-language.ts';
import type { MessageView } from '../../contract.ts';
import { isAnswered } from '../../model/message-types.ts';
import { contentHtml, lastDay } from '../message-texts.ts';

/** Makes the row of an unread message from the template’s row. Links name the language `named`, if any. */
export function makeRow(pattern: HTMLTemplateElement, message: MessageView, named: string | null): HTMLElement {
  const row = pattern.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const { id, type, content, action_status, created_at, target, data } = message;
  const { lang } = document.documentElement;
  const find = (selector: string) => row.querySelector<HTMLElement>(selector)!;
  const drop = (selector: string) => {
    for (const element of row.querySelectorAll(selector)) element.remove();
  };
  const isOpen = isAnswered(type) && action_status === null;

  row.dataset.message = id;
  find('[data-content]').innerHTML = contentHtml(content, data.deadline, lang);
  const until = find('[data-until]');
  if (isOpen && data.expiresAt) until.textContent = until.textContent.replace('{day}', lastDay(data.expiresAt, lang));
  else until.remove();
  const time = find('time') as HTMLTimeElement;
  time.dateTime = created_at;

  if (isOpen) drop('[data-verdict], [data-see], [data-reads]');
  else drop(`[data-answers], [data-verdict]:not([data-verdict="${action_status}"])`);
  const see = row.querySelector<HTMLAnchorElement>('[data-see]');
  if (target === null) see?.remove();
  else if (see) see.setAttribute('href', named ? withLanguage(target, named) : target);
  find('[data-say]').id = `bell-${id}`;
  for (const action of row.querySelectorAll('[data-actions] > :is(a, button)'))
    action.setAttribute('aria-describedby', `bell-${id}`);
  return row;
}
