import { type ComponentType, useEffect, useState } from 'react';
import { useAsMember } from '#features/accounts/web/login-context.tsx';
import { onSession } from '#web/api/session.ts';
import { merged, type PressedDialog } from '#web/feature.ts';
import type { Presses } from '#web/page/press.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';
import { FEATURES } from './features.ts';

type PressName = keyof Presses;

/** The dialogs that buttons in documents open, by the name in `data-press`. */
const DIALOGS: { readonly [Name in PressName]: PressedDialog<Presses[Name]> } = merged(FEATURES, 'dialogs');

const isPress = (name: string | undefined): name is PressName => name !== undefined && name in DIALOGS;

function laterDialog({ load, texts }: (typeof DIALOGS)[PressName]) {
  // The button that names the press has written the other props, so their type is that of its dialog.
  return later(load as () => Promise<ComponentType<{ onClose: () => void }>>, texts);
}

const LATER_DIALOGS = new Map(Object.entries(DIALOGS).map(([name, dialog]) => [name, laterDialog(dialog)]));

/** Opens the dialogs that buttons in documents ask for, after logging in if that is required. */
export function PressedDialogs() {
  const [opened, setOpened] = useState<{ name: PressName; props: object } | null>(null);
  const asMember = useAsMember();
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const { press: name, props = '{}' } = (target as Element).closest<HTMLElement>('[data-press]')?.dataset ?? {};
      if (!isPress(name)) return;
      const { reason } = DIALOGS[name];
      const open = () => setOpened({ name, props: JSON.parse(props) });
      if (reason === null) open();
      else asMember(reason, open);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  });
  // Closes the dialog when the session changes, so that one member’s input isn’t sent in the name of the next.
  useEffect(() => onSession(() => setOpened(null)), []);
  const Dialog = opened && LATER_DIALOGS.get(opened.name);
  if (!Dialog) return null;
  const close = () => setOpened(null);
  return (
    <LazyBoundary onFailure={close}>
      <Dialog {...opened.props} waiting={<ProgressBar />} onClose={close} />
    </LazyBoundary>
  );
}
