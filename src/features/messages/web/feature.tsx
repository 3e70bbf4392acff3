import { webFeature } from '#web/feature.ts';
import type { Exit } from './exit-props.ts';

declare module '#web/page/press.ts' {
  interface Presses {
    /** Asks what should become of unsent texts before logging out. */
    exit: Exit;
  }
}

export const messages = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-site.tsx')).onSite] : [],
  dialogs: {
    exit: { reason: null, load: async () => (await import('./exit-dialog.tsx')).ExitDialog, texts: ['exit'] },
  },
});
