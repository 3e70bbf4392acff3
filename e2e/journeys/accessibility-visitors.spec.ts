import { VISITOR_PLACES } from '../kit/places.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('visitors can use dialogs and settings', VISITOR_PLACES, { as: 'visitor' });
