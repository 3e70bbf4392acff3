import { handle } from '#platform/http/pipeline.ts';
import { thanksApi } from '../contract.ts';
import { getThanksState, giveThanks, takeThanksBack } from './thanks.service.ts';

export const thanksRoutes = [
  handle(thanksApi.viewerState, getThanksState),
  handle(thanksApi.give, giveThanks),
  handle(thanksApi.takeBack, takeThanksBack),
];
