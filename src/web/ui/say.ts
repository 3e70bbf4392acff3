const SAID = 'skein:say';

/** A toast from plain script, once React is awake. */
export function say(text: string): void {
  dispatchEvent(new CustomEvent(SAID, { detail: text }));
}

/** Calls back with what plain script says, until the function that it returns is called. */
export function onSaid(callback: (text: string) => void): () => void {
  const listener = (event: Event) => callback((event as CustomEvent<string>).detail);
  addEventListener(SAID, listener);
  return () => removeEventListener(SAID, listener);
}
