const SAID = 'skein:say';

/** Shows a toast from plain script. Has no effect before React has hydrated. */
export function say(text: string): void {
  dispatchEvent(new CustomEvent(SAID, { detail: text }));
}

/** Subscribes to the toasts of plain script. Returns the function that unsubscribes. */
export function onSaid(callback: (text: string) => void): () => void {
  const listener = (event: Event) => callback((event as CustomEvent<string>).detail);
  addEventListener(SAID, listener);
  return () => removeEventListener(SAID, listener);
}
