import { fill } from '#web/page/page-slot.tsx';
import { profileApi } from '../contract.ts';
import { NeedsPart } from './needs/needs-part.tsx';

export const onHome = [fill('home.top', { order: 0, Static: NeedsPart, asks: [profileApi.needs.path] })];
