import { modelFeature } from '#core/feature.ts';

export const thanks = modelFeature({
  name: 'thanks',
});
