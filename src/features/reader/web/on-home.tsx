import { fill } from '#web/page/page-slot.tsx';
import { readerApi } from '../contract.ts';
import { ResumePart } from './resume/resume-part.tsx';

export const onHome = [fill('home.top', { order: 10, Static: ResumePart, asks: [readerApi.positions.path] })];
