import { ModeLabel } from './mode.tsx';
import { useModes } from './modes.ts';

/** The writing mode of the story that a message is about. Nothing for one that this page doesn’t know. */
export function MessageMode({ mode }: { mode: string }) {
  const known = Object.values(useModes()).find(({ id }) => id === mode);
  return known && <ModeLabel mode={known.id} />;
}
