import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import type { EditorPlace } from '#features/chapters/web/editor-page/editor-slots.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useLiveTopic } from '#web/api/use-live-topic.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { toast } from '#web/ui/toast.ts';
import { branchApi } from '../contract.ts';
import { ForkLink } from './editor-links.tsx';

/**
 * Line in the chapter editor of a branch that unfolds: until when the writer’s reservation lasts, or that they have none.
 * A member who isn’t a participant yet joins with a button here.
 */
export function EditorReservationBanner({
  storyId,
  chapterId,
  isIn,
  join,
  onMove,
}: { storyId: string; chapterId: string } & Omit<EditorPlace, 'parentId'>) {
  const t = useT('branch');
  const deadlineText = useDeadlineText();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const queryKey = ['branch', 'ways', chapterId];
  const { data: ways } = useQuery({ queryKey, queryFn: () => call(branchApi.continuations, { chapterId }) });
  const { data: me } = useMe();
  // Others may take the last continuation while this one is being written.
  useLiveTopic(`story:${storyId}`, () => client.invalidateQueries({ queryKey }));
  if (!ways || !me) return null;
  /** `act` returns false if it failed, and shows why. */
  const run = async (act: () => Promise<boolean>, done: string) => {
    setBusy(true);
    if (await act()) toast(done);
    await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
  const send = async (endpoint: typeof branchApi.reserve | typeof branchApi.release): Promise<boolean> => {
    try {
      await call<typeof endpoint>(endpoint, { chapterId });
      return true;
    } catch (error) {
      toast(errorText(error));
      return false;
    }
  };
  const move = onMove && <Button onClick={onMove}>{t('reservation.move')}</Button>;
  const reservation = ways.reservations.find(({ user }) => user.id === me.id);
  if (reservation) {
    return (
      <details className={editorPage.quietMore}>
        <summary>
          <b>{t('reservation.yours', { time: deadlineText(reservation.until) })}</b>
          <span className="small">
            <TimeLeft until={reservation.until} />
          </span>
        </summary>
        <div className={editorPage.in}>
          <p className="soft">{t('reservation.text')}</p>
          <div className={editorPage.actions}>
            <ForkLink storyId={storyId} chapterId={chapterId} />
            {move}
            <Button busy={isBusy} onClick={() => void run(() => send(branchApi.release), t('reservation.released'))}>
              {t('reservation.release')}
            </Button>
          </div>
        </div>
      </details>
    );
  }
  if (ways.taken >= ways.maxContinuations) {
    return (
      <Banner kind="warn" action={move ?? <ForkLink storyId={storyId} chapterId={chapterId} />}>
        {t('fork.full', { max: ways.maxContinuations })}
      </Banner>
    );
  }
  if (!isIn) {
    return (
      <Banner
        kind="act"
        action={
          <Button small kind="primary" busy={isBusy} onClick={() => void run(join, t('reservation.joined'))}>
            {t('reservation.join')}
          </Button>
        }
      >
        {t('reservation.not_in')}
      </Banner>
    );
  }
  return (
    <details className={editorPage.quietMore}>
      <summary>
        <b>{t('reservation.free')}</b>
      </summary>
      <div className={editorPage.in}>
        <p className="soft">{t('reservation.none')}</p>
        <div className={editorPage.actions}>
          <Button busy={isBusy} onClick={() => void run(() => send(branchApi.reserve), t('reservation.kept'))}>
            {t('reservation.keep')}
          </Button>
          {move}
        </div>
      </div>
    </details>
  );
}
