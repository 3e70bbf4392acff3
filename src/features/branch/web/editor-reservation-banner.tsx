import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '#features/accounts/web/use-me.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { toast } from '#web/ui/toast.ts';
import { branchApi } from '../contract.ts';
import { ForkLink } from './editor-links.tsx';

/**
 * Banner in the chapter editor of a branch: until when the writer’s reservation lasts, as a line that unfolds, or that
 * they have none.
 */
export function EditorReservationBanner({ storyId, chapterId }: { storyId: string; chapterId: string }) {
  const t = useT('branch');
  const deadlineText = useDeadlineText();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const queryKey = ['branch', 'ways', chapterId];
  const { data: ways } = useQuery({ queryKey, queryFn: () => call(branchApi.continuations, { chapterId }) });
  const { data: me } = useMe();
  if (!ways || !me) return null;
  const act = async (endpoint: typeof branchApi.reserve | typeof branchApi.release, done: string) => {
    setBusy(true);
    try {
      await call<typeof endpoint>(endpoint, { chapterId });
      toast(done);
    } catch (error) {
      toast(errorText(error));
    }
    await client.invalidateQueries({ queryKey });
    setBusy(false);
  };
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
            <Button busy={isBusy} onClick={() => void act(branchApi.release, t('reservation.released'))}>
              {t('reservation.release')}
            </Button>
          </div>
        </div>
      </details>
    );
  }
  if (ways.taken >= ways.maxContinuations)
    return <Banner kind="warn">{t('fork.full', { max: ways.maxContinuations })}</Banner>;
  return (
    <Banner
      action={
        <Button small busy={isBusy} onClick={() => void act(branchApi.reserve, t('reservation.kept'))}>
          {t('reservation.keep')}
        </Button>
      }
    >
      {t('reservation.none')}
    </Banner>
  );
}
