import { webFeature } from '#web/feature.ts';
import { AskedLanguage } from './asked-language.tsx';

export const translation = webFeature({
  aroundIslands: AskedLanguage,
});
