import { readPublic } from './read-public.ts';

/** Distance from the window at which a part is near. */
const NEAR = '800px';

/** Returns the value at a path such as `current.user.username`. Of a list, that of each entry. */
function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value.map((entry) => entry?.[name]);
    return (value as Record<string, unknown> | null | undefined)?.[name];
  }, data);
}

/**
 * Whether data meets a condition: `path` or `path=value`, or their opposites, `!path` and `!path=value`. Empty lists count
 * as missing. The value `{me}` is the id of the signed-in member.
 */
export function fits(data: unknown, condition: string, memberId?: string): boolean {
  const [path = '', wanted] = condition.replace('!', '').split('=');
  const value = valueAt(data, path);
  const isThere = Array.isArray(value) ? value.length > 0 : Boolean(value);
  const isMet = wanted === undefined ? isThere : value === (wanted === '{me}' ? (memberId ?? null) : wanted);
  return condition.startsWith('!') ? !isMet : isMet;
}

/** Replaces each `{path}` in a text with its value. Lists are joined with the separator of the language. */
export function fillIn(text: string, data: unknown, language: string): string {
  return text.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = valueAt(data, path);
    return Array.isArray(value) ? value.join(/^(zh|ja)/.test(language) ? '、' : ', ') : String(value ?? '');
  });
}

/**
 * Fills the parts of the page that wait until the reader is near: `data-near` is the public call with their data. In
 * them, elements stay if their `data-if` fits, `{path}` is replaced in texts, and `data-time` names a moment. If the call
 * fails, the part stays hidden.
 */
export function bindNear(): void {
  const { lang, dataset } = document.documentElement;
  const fill = async (part: HTMLElement) => {
    const [path = '', query] = part.dataset.near!.split('?');
    const data = await readPublic(path, Object.fromEntries(new URLSearchParams(query))).catch(() => null);
    if (!data) return;
    for (const element of part.querySelectorAll<HTMLElement>('[data-if]')) {
      if (!fits(data, element.dataset.if!, dataset.member)) element.remove();
      else for (const node of element.childNodes) if (node instanceof Text) node.data = fillIn(node.data, data, lang);
    }
    // The boot script shows a moment as soon as it is named.
    for (const time of part.querySelectorAll<HTMLTimeElement>('[data-time]'))
      time.dateTime = String(valueAt(data, time.dataset.time!));
    part.hidden = false;
  };
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      for (const part of document.querySelectorAll<HTMLElement>('[data-near]')) void fill(part);
    },
    { rootMargin: NEAR },
  );
  const end = document.querySelector('[data-text-end]');
  if (end && document.querySelector('[data-near]')) observer.observe(end);
}
