import { webFeature } from '#web/feature.ts';
import { soloFace } from './face.ts';

export const solo = webFeature({
  modes: {
    solo: {
      face: soloFace,
      loadPages: import.meta.env.SSR ? async () => (await import('./pages.tsx')).soloPages : null,
    },
  },
});
