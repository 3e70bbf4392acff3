import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useAsMember } from '#features/accounts/web/login-context.tsx';
import type { LoginReason } from '#features/accounts/web/login-request.ts';
import { onSession } from '#web/api/session.ts';
import type { Presses } from '#web/page/press.ts';
import { later } from '#web/ui/later.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';
import { ProgressBar } from '#web/ui/page-progress.tsx';

type Closes = { onClose: () => void };

interface Opened<Name extends keyof Presses> {
  /** Why visitors have to log in first. */
  readonly reason: LoginReason;
  readonly Dialog: ComponentType<Presses[Name] & Closes & { waiting: ReactNode }>;
}

/** The dialogs that buttons in documents open, by the name in `data-press`. */
const DIALOGS: { readonly [Name in keyof Presses]: Opened<Name> } = {
  feedback: {
    reason: 'feedback',
    Dialog: later(
      () => import('#features/moderation/web/feedback-dialog.tsx').then((m) => m.FeedbackDialog),
      ['feedback'],
    ),
  },
  report: {
    reason: 'report',
    Dialog: later(() => import('#features/moderation/web/report-dialog.tsx').then((m) => m.ReportDialog), ['report']),
  },
};

type PressName = keyof typeof DIALOGS;
const isPress = (name: string | undefined): name is PressName => name !== undefined && name in DIALOGS;

/** Opens the dialogs that buttons in documents ask for, after logging in if that is required. */
export function PressedDialogs() {
  const [opened, setOpened] = useState<{ name: PressName; props: object } | null>(null);
  const asMember = useAsMember();
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const { press: name, props = '{}' } = (target as Element).closest<HTMLElement>('[data-press]')?.dataset ?? {};
      if (isPress(name)) asMember(DIALOGS[name].reason, () => setOpened({ name, props: JSON.parse(props) }));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  });
  // Closes the dialog when the session changes, so that one member’s input isn’t sent in the name of the next.
  useEffect(() => onSession(() => setOpened(null)), []);
  if (!opened) return null;
  // The button that names the press has written the props, so their type is that of its dialog.
  const Dialog = DIALOGS[opened.name].Dialog as ComponentType<Closes & { waiting: ReactNode }>;
  const close = () => setOpened(null);
  return (
    <LazyBoundary onFailure={close}>
      <Dialog {...opened.props} waiting={<ProgressBar />} onClose={close} />
    </LazyBoundary>
  );
}
