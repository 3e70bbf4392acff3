import { later } from '#web/ui/later.tsx';

/** The dialog for sharing. It draws cards, so it is loaded when it is opened. */
export const ShareSheet = later(() => import('./share-sheet.tsx').then((module) => module.ShareSheet), ['share']);
