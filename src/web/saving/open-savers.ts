/** A saver of a text that is open on this page. */
interface OpenSaver {
  isClean: () => boolean;
  /** Saves on this device right away, and on the server if the request still gets through. */
  leave: () => void;
  flush: () => Promise<boolean>;
}

const savers = new Set<OpenSaver>();

/** Registers a saver for as long as its text is open. Returns the function that removes it. */
export function registerSaver(saver: OpenSaver): () => void {
  savers.add(saver);
  return () => void savers.delete(saver);
}

/** Call before the session ends: saves what is open here on this device, and sends it while that is still possible. */
export function leaveOpenTexts(): void {
  for (const saver of savers) saver.leave();
}

/** Sends what is open here. Returns true if the server then has all of it. */
export async function sendOpenTexts(): Promise<boolean> {
  return (await Promise.all([...savers].map((saver) => saver.flush()))).every(Boolean);
}
