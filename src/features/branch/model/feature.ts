import { modelFeature } from '#core/feature.ts';

export const branch = modelFeature({
  name: 'branch',
});
