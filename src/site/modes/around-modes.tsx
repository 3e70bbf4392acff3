import type { ReactNode } from 'react';
import { ModesProvider } from '#features/stories/web/modes.ts';
import { WEB_MODES } from './modes.ts';

/** Tells the parts of a page about the writing modes. */
export function AroundModes({ children }: { children: ReactNode }) {
  return <ModesProvider value={WEB_MODES}>{children}</ModesProvider>;
}
