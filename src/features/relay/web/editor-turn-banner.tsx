import { to } from '#core/pages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import type { RelayTurn, RelayViewerState } from '../contract.ts';
import { MyTurnActions } from './my-turn-actions.tsx';
import { joinNames } from './names.ts';
import { RunningTurn } from './running-turn.tsx';
import styles from './turn.module.css';
import { useLiveTurn, useRelayTurn, useRelayViewer } from './use-relay.ts';

/**
 * Banner in the chapter editor: until when the writer has the turn, as a line that unfolds, or that they no longer have
 * it.
 */
export function EditorTurnBanner({ storyId }: { storyId: string }) {
  useLiveTurn(storyId);
  const { data: viewer } = useRelayViewer(storyId);
  const { data: turn } = useRelayTurn(storyId);
  if (!viewer || !turn) return null;
  return viewer.isMyTurn && turn.current ? (
    <MyTurn storyId={storyId} viewer={viewer} turn={turn} current={turn.current} />
  ) : (
    <TurnOver storyId={storyId} turn={turn} />
  );
}

function MyTurn({
  storyId,
  viewer,
  turn: { queue },
  current: { user, startedAt, deadline },
}: {
  storyId: string;
  viewer: RelayViewerState;
  turn: RelayTurn;
  current: NonNullable<RelayTurn['current']>;
}) {
  const t = useT('relay');
  const deadlineText = useDeadlineText();
  const language = useLanguage();
  const next = queue[0];
  return (
    <details className={editorPage.quietMore}>
      <summary>
        <b>{deadline ? t('relay.your_turn_until', { time: deadlineText(deadline) }) : t('relay.your_turn')}</b>
        <span className="small">{deadline ? <TimeLeft until={deadline} /> : t('relay.no_clock')}</span>
      </summary>
      <div className={editorPage.in}>
        {deadline ? (
          <RunningTurn startedAt={startedAt} deadline={deadline} number={user.number} />
        ) : (
          <p className="soft">{t('relay.no_clock_text')}</p>
        )}
        {next && (
          <p className="soft">
            {t('relay.after_you', { names: joinNames(queue, language) })}{' '}
            {deadline && t('relay.if_time_runs_out', { name: next.username })}
          </p>
        )}
        <div className={styles.actions}>
          <MyTurnActions storyId={storyId} viewer={viewer} />
        </div>
      </div>
    </details>
  );
}

function TurnOver({ storyId, turn: { current } }: { storyId: string; turn: RelayTurn }) {
  const t = useT('relay');
  return (
    <Banner
      kind="warn"
      action={
        <ButtonLink small to={to.story({ storyId })}>
          {t('relay.see_turn')}
        </ButtonLink>
      }
    >
      {current ? t('relay.turn_with', { name: current.user.username }) : t('relay.turn_with_nobody')}{' '}
      {t('relay.draft_stays')}
    </Banner>
  );
}
