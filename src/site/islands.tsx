import { type Island, merged } from '#web/feature.ts';
import type { SlotName, Slots } from '#web/page/slot.tsx';
import { FEATURES } from './features.ts';

declare module '#web/page/slot.tsx' {
  interface Slots {
    'failure-report': object;
    'home-notes': object;
  }
}

/** The components that fill the slots of documents: those of the features, and those of the site itself. */
export const ISLANDS: { readonly [Name in SlotName]: Island<Slots[Name]> } = {
  ...merged(FEATURES, 'islands'),
  'time-left': { load: async () => (await import('#web/ui/time-left.tsx')).TimeLeft },
  'home-notes': { load: async () => (await import('./home-notes.tsx')).HomeNotes },
  'failure-report': { load: async () => (await import('./layout/failure-report.tsx')).FailureReport },
};
