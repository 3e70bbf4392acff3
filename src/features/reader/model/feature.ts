import { modelFeature } from '#core/feature.ts';

export const reader = modelFeature({
  name: 'reader',
});
