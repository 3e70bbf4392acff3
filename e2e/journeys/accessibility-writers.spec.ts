import { WRITER_PLACES } from '../kit/places.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('writers and translators can use their rooms', WRITER_PLACES, { as: 'member' });
