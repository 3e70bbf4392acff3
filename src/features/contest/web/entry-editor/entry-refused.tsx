import type { ReactNode } from 'react';
import { to } from '#core/pages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { EditorTopBar } from '#features/chapters/web/editor-page/editor-top-bar.tsx';
import { KeptWords } from '#features/chapters/web/editor-page/kept-words.tsx';
import { useStoryViewer } from '#features/stories/web/use-story-viewer.ts';
import { useRefusalText } from '#web/api/use-refusal-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useDeadlineText } from '#web/ui/clock-time.tsx';
import type { EntryEditorData } from '../../contract.ts';
import { entryBeginning } from './entry-beginning.ts';
import { RoundLink } from './round-link.tsx';

/** The member can’t write here, or not right now: the reason, and what they can do. */
export function EntryRefused({
  editorData: { round, story, refusal },
  memberId,
  logo,
}: {
  editorData: EntryEditorData;
  memberId: string;
  logo: ReactNode;
}) {
  const t = useT('submission', 'chapters');
  const refusalText = useRefusalText();
  const deadlineText = useDeadlineText();
  const missing = Math.max(0, round.minParticipants - round.participantCount);
  const said = (): { title: string; text: ReactNode } => {
    if (round.status === 'scheduled') {
      const isDue = round.startsAt === null || Date.parse(round.startsAt) <= Date.now();
      return {
        title: t('submission.not_begun', { round: round.number }),
        text:
          isDue || round.startsAt === null
            ? t('submission.not_begun_few', { count: missing })
            : t('submission.not_begun_until', { time: deadlineText(round.startsAt) }),
      };
    }
    if (round.status !== 'writing' || round.closed)
      return { title: t('submission.over'), text: t('submission.over_without') };
    if (refusal === 'not_participant')
      return { title: t('submission.only_participants'), text: <HowToJoin storyId={story.id} /> };
    return { title: t('submission.cannot_write'), text: refusal && refusalText(refusal) };
  };
  const { title, text } = said();
  return (
    <>
      <EditorTopBar story={story} logo={logo} />
      <main id="main" className={editorPage.page}>
        <div className={editorPage.state}>
          <h1>{title}</h1>
          <p className="soft">{text}</p>
          <div className={editorPage.actions}>
            <RoundLink round={round} />
            <ButtonLink to={to.story({ storyId: story.id })}>{t('chapters.back_to_story')}</ButtonLink>
          </div>
        </div>
        <KeptWords beginning={entryBeginning(round.id, () => {})} language={story.language} memberId={memberId} />
      </main>
    </>
  );
}

/** How to join the story, according to its own rules. */
function HowToJoin({ storyId }: { storyId: string }) {
  const t = useT('submission', 'chapters');
  const refusalText = useRefusalText();
  const { data } = useStoryViewer(storyId);
  if (!data) return null;
  const { can, membership } = data;
  if (membership.request?.kind === 'invitation') return t('submission.invited');
  if (membership.request) return t('submission.applied');
  if (can.apply) return t('submission.may_apply');
  return membership.refusal && refusalText(membership.refusal);
}
