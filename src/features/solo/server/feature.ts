import { bindMode, plainMode } from '#features/chapters/server/index.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { soloModel } from '../model/mode.ts';
import { soloRules } from '../model/solo-rules.ts';

export const solo = serverFeature({
  name: 'solo',
  contributes: { modes: { solo: bindMode({ ...plainMode, ...soloRules }) }, modeModels: { solo: soloModel } },
});
