import { MEMBER_PLACES } from '../kit/places.ts';
import { walkThrough } from '../kit/walks.ts';

walkThrough('members can use their pages', MEMBER_PLACES, { as: 'member' });
