import { modelFeature } from '#core/feature.ts';

export const discovery = modelFeature({
  name: 'discovery',
});
