export const QUEUE_KEYS = {
  next: 'J',
  previous: 'K',
  mark: 'M',
  approve: 'A',
  reject: 'R',
  hide: 'H',
  suspend: 'S',
  help: '?',
} as const;
export type QueueAction = keyof typeof QUEUE_KEYS;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing'>;

/** Actions that repeat while their key is held. */
const WALKING: readonly QueueAction[] = ['next', 'previous', 'mark'];

/**
 * Returns the action of a key, or null. On keyboards with other than Latin letters, the position of the key counts, so
 * that Я, ㅁ and ㄱ work as well as the Latin letters there.
 */
export function actOfKey(event: Pressed): QueueAction | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const isLatin = /^[\x20-\x7e]$/.test(event.key);
  const sign = isLatin ? event.key.toUpperCase() : event.code.replace(/^Key/, '');
  const act = (Object.keys(QUEUE_KEYS) as QueueAction[]).find((name) => QUEUE_KEYS[name] === sign) ?? null;
  return act && event.repeat && !WALKING.includes(act) ? null : act;
}

/** True if shortcuts must not work: while typing, or if a dialog or menu is open. */
export function isKeyTaken(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null;
  return (
    element?.closest('input, textarea, select, [contenteditable]:not([contenteditable="false"])') != null ||
    document.querySelector('dialog[open], [popover="auto"]:popover-open') !== null
  );
}
