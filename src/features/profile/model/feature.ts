import { modelFeature } from '#core/feature.ts';

export const profile = modelFeature({
  name: 'profile',
});
