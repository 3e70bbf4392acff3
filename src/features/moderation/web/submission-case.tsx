import { createElement, Fragment, type RefObject, useMemo, useState } from 'react';
import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { countUnits } from '#core/units.ts';
import { ApiError } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { ReviewDetail } from '../contract.ts';
import { decisionRule } from '../model/moderation-fields.ts';
import { type CaseButton, type CasePlace, ToDecision, useCaseActions, useCaseHeading } from './case-parts.tsx';
import { DecisionSide } from './decision-side.tsx';
import { type HighlightedText, highlight, type MarkedParagraph, type PlacedFinding } from './highlight.ts';
import { MarkedParagraphs, Notes, Pieces } from './marked-text.tsx';
import { selectedPassage } from './passage.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { RestrictDialog, type RestrictionRequest } from './restrict-dialog.tsx';
import { RuleField, useRule } from './rule-field.tsx';
import { Sentences } from './sentences.tsx';
import styles from './submission-case.module.css';
import { isMovedOn, useDecide, useSettled } from './use-moderation.ts';
import { useAgo, useFieldName, useKindName } from './words.ts';

const TAKEN_AWAY = { story: 'ban_story', chapter: 'hide_chapter', submission: 'disqualify' } as const;

/** A submission with its findings, and the decision. */
export function SubmissionCase({
  review,
  notice,
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CasePlace & {
  review: ReviewDetail;
  /** Why this is shown instead of something else. */
  notice: string | null;
}) {
  const t = useT('moderation');
  const errorText = useErrorText();
  const decide = useDecide();
  const settled = useSettled();
  const [isRejecting, setRejecting] = useState(false);
  const [restricting, setRestricting] = useState<{ request: RestrictionRequest; passage: string } | null>(null);
  const heading = useCaseHeading(shallFocus);
  const { texts, findings } = useMemo(() => highlight(review.texts, review.findings), [review]);
  const { id: reviewId, kind, version, author } = review;

  const approve = async () => {
    if (decide.isPending) return;
    try {
      await decide.mutateAsync({ kind, reviewId, version });
      onDecided(t('moderation.approved'));
    } catch {
      // The error is shown beside the buttons.
    }
  };
  const restrict = (request: Pick<RestrictionRequest, 'action' | 'targetId' | 'language'>) =>
    setRestricting({ request: { ...request, owner: author }, passage: selectedPassage() });
  const hide: CaseButton = {
    act: 'hide',
    label: t(
      kind === 'chapter' ? 'moderation.hide' : kind === 'story' ? 'moderation.ban_story' : 'moderation.take_out',
    ),
    onPress: () => restrict({ action: TAKEN_AWAY[kind], targetId: review.subjectId, language: review.language }),
  };
  const choices: CaseButton[] = [
    { act: 'approve', label: t('moderation.approve'), kind: 'primary', onPress: approve },
    { act: 'reject', label: t('moderation.reject'), onPress: () => setRejecting(true) },
    // Only published content can be hidden.
    ...(review.isEdit ? [hide] : []),
    {
      act: 'suspend',
      label: t('moderation.suspend_name', { name: author.username }),
      kind: 'danger',
      onPress: () => restrict({ action: 'suspend', targetId: author.id, language: null }),
    },
  ];
  useCaseActions(actions, review.blocker === null ? choices : []);

  const isOutdated = decide.error instanceof ApiError && decide.error.code === 'review_outdated';
  return (
    <article className={styles.case}>
      <CaseHead review={review} texts={texts} findings={findings} heading={heading} />
      <div className={styles.texts}>
        {notice && (
          <Banner kind="warn">
            <Sentences texts={[notice, t('moderation.loaded_again')]} />
          </Banner>
        )}
        {isOutdated && (
          <Banner kind="warn">
            <Sentences texts={[errorText(decide.error), t('moderation.loaded_again')]} />
          </Banner>
        )}
        <CaseTexts review={review} texts={texts} findings={findings} />
      </div>
      <DecisionSide
        review={review}
        findings={findings}
        choices={choices}
        busy={decide.isPending}
        failure={isOutdated || isRejecting ? null : decide.error}
        hasKeys={hasKeys}
        onLeave={onLeave}
      />
      {isRejecting && (
        <RejectDialog
          review={review}
          decide={decide}
          onDone={() => {
            setRejecting(false);
            onDecided(t('moderation.rejected'));
          }}
          onClose={() => setRejecting(false)}
        />
      )}
      {restricting && (
        <RestrictDialog
          {...restricting}
          onDone={() => {
            setRestricting(null);
            // The submission is still open. Reload what has changed.
            void settled(null);
          }}
          onClose={() => setRestricting(null)}
        />
      )}
    </article>
  );
}

/** Asks for the rule and the reason of a rejection. */
function RejectDialog({
  review: { id: reviewId, kind, subjectId, version, author, language },
  decide,
  onDone,
  onClose,
}: {
  review: ReviewDetail;
  decide: ReturnType<typeof useDecide>;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT('moderation');
  const nameOf = useLanguageName();
  const rule = useRule(decisionRule);
  return (
    <ReasonDialog
      about={`${kind} ${subjectId}`}
      title={t('moderation.reject_title')}
      label={t('moderation.reason', {
        author: author.username,
        language: nameOf(language),
      })}
      act={t('moderation.reject_next')}
      language={language}
      check={rule.field.check}
      isOver={isMovedOn}
      onGive={async (reason) => {
        await decide.mutateAsync({ kind, reviewId, version, refusal: { rule: rule.rule ?? 'other', reason } });
        onDone();
      }}
      onClose={onClose}
    >
      <RuleField legend={t('moderation.rule')} of={rule} />
    </ReasonDialog>
  );
}

interface Parts {
  review: ReviewDetail;
  texts: readonly HighlightedText[];
  findings: readonly PlacedFinding[];
}

/** The field with the title of the submission. It is the heading, so it isn’t repeated below. */
const nameField = ({ kind }: ReviewDetail) => (kind === 'story' ? 'title' : 'chapter_title');

function CaseHead({ review, texts, findings, heading }: Parts & { heading: RefObject<HTMLHeadingElement | null> }) {
  const t = useT('moderation');
  const ago = useAgo();
  const kindName = useKindName();
  const nameOf = useLanguageName();
  const name = texts.find(({ field }) => field === nameField(review))?.paragraphs ?? [];
  const words = review.texts.reduce((sum, { field, text }) => (field === 'content' ? sum + countUnits(text) : sum), 0);
  const lang = LANGUAGE_TAGS[review.language];
  return (
    <header className={styles.head}>
      <Meta>
        <span>{kindName({ ...review, reporters: 0, feedback: null })}</span>
        {review.kind !== 'story' && (
          <Link to={to.story({ storyId: review.storyId })} lang={lang}>
            {review.title}
          </Link>
        )}
        <span>{nameOf(review.language)}</span>
        {words > 0 && <span>{t('common.units', { count: words, unit: lengthUnit(review.language) })}</span>}
        <time dateTime={review.submittedAt}>{t('moderation.sent', { time: ago(review.submittedAt) })}</time>
      </Meta>
      <h2 ref={heading} tabIndex={-1} lang={lang}>
        {isWritten(name) ? createElement(Fragment, null, ...name.map(pieces)) : review.title}
      </h2>
      <Notes numbers={name.flatMap(({ begins }) => begins)} findings={findings} />
      <Meta>
        <MemberLink slug={review.author.slug}>{review.author.username}</MemberLink>
        <ToDecision />
      </Meta>
      {review.isMinorEdit && <p className="small soft">{t('moderation.minor_edit')}</p>}
    </header>
  );
}

const pieces = (paragraph: MarkedParagraph) => <Pieces key={null} paragraph={paragraph} />;

function isWritten(paragraphs: readonly MarkedParagraph[]): boolean {
  return paragraphs.some(({ pieces }) => pieces.some(({ text }) => text.trim() !== ''));
}

function CaseTexts({ review, texts, findings }: Parts) {
  const t = useT('moderation');
  const fieldName = useFieldName();
  const lang = LANGUAGE_TAGS[review.language];
  const shown = texts.filter((text) => text.field !== nameField(review) && isWritten(text.paragraphs));
  const aboutWhole = findings.flatMap(({ paragraph }, number) => (paragraph === null ? [number] : []));
  return (
    <>
      <Notes numbers={aboutWhole} findings={findings} />
      {review.coverUrl && (
        <figure className={styles.cover}>
          <Cover src={review.coverUrl} eager />
          <figcaption>{t('moderation.cover')}</figcaption>
        </figure>
      )}
      {shown.map(({ field, paragraphs }) => (
        <section key={field}>
          <h3>{fieldName(field)}</h3>
          <MarkedParagraphs paragraphs={paragraphs} findings={findings} lang={lang} numbered={field === 'content'} />
        </section>
      ))}
    </>
  );
}
