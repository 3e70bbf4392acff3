import { webFeature } from '#web/feature.ts';

export const messages = webFeature({
  fills: import.meta.env.SSR ? [async () => (await import('./on-site.tsx')).onSite] : [],
});
