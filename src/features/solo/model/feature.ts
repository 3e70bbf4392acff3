import { modelFeature } from '#core/feature.ts';

export const solo = modelFeature({
  name: 'solo',
});
