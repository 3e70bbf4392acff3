import { createElement, Fragment, type MouseEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { countUnits } from '#core/units.ts';
import { ApiError } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { Link } from '#web/ui/link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { ReviewDetail } from '../contract.ts';
import styles from './case-file.module.css';
import { DECISION, DecisionSide } from './decision-side.tsx';
import { highlight, type MarkedParagraph, type MarkedText, type PlacedMark } from './highlight.ts';
import { jumpTo } from './jump.ts';
import { MarkedParagraphs, Notes, Pieces } from './marked-text.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { Sentences } from './sentences.tsx';
import { isMovedOn, useDecide } from './use-moderation.ts';
import { useAgo, useFieldName, useKindName, useLanguageName } from './words.ts';

/** What the keys can do about the submission that is open. */
export interface CaseActs {
  approve: () => void;
  reject: () => void;
}

/** One submission as it was sent, with what the pre-review asks about it, and the decision. */
export function CaseFile({
  review,
  notice,
  acts,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: {
  review: ReviewDetail;
  /** Why this is shown in place of something else. */
  notice: string | null;
  acts: RefObject<CaseActs | null>;
  /** Set when somebody came here from another submission, and reads on here. */
  shallFocus: RefObject<boolean>;
  hasKeys: boolean;
  onDecided: (sentence: string) => void;
  onLeave: (() => void) | null;
}) {
  const t = useT('moderation');
  const errorText = useErrorText();
  const languageName = useLanguageName();
  const decide = useDecide();
  const [isRejecting, setRejecting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { texts, marks } = useMemo(() => highlight(review.texts, review.marks), [review]);
  const { id: reviewId, version } = review;

  useEffect(() => {
    if (!shallFocus.current) return;
    shallFocus.current = false;
    heading.current?.focus();
  }, [shallFocus]);

  const approve = async () => {
    if (decide.isPending) return;
    try {
      await decide.mutateAsync({ reviewId, version });
      onDecided(t('moderation.approved'));
    } catch {
      // Shown beside the buttons.
    }
  };
  const reject = async (reason: string) => {
    await decide.mutateAsync({ reviewId, version, reason });
    setRejecting(false);
    onDecided(t('moderation.rejected'));
  };
  const isFree = review.obstacle === null;
  useEffect(() => {
    acts.current = isFree ? { approve, reject: () => setRejecting(true) } : null;
    return () => {
      acts.current = null;
    };
  });

  const isOutdated = decide.error instanceof ApiError && decide.error.code === 'review_outdated';
  return (
    <article className={styles.case}>
      <CaseHead review={review} texts={texts} marks={marks} heading={heading} />
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
        <CaseTexts review={review} texts={texts} marks={marks} />
      </div>
      <DecisionSide
        review={review}
        marks={marks}
        busy={decide.isPending}
        failure={isOutdated || isRejecting ? null : decide.error}
        hasKeys={hasKeys}
        onApprove={approve}
        onReject={() => setRejecting(true)}
        onLeave={onLeave}
      />
      {isRejecting && (
        <ReasonDialog
          about={`${review.kind} ${review.subjectId}`}
          title={t('moderation.reject_title')}
          label={t('moderation.reason', {
            author: review.author.username,
            language: languageName(review.language) ?? LANGUAGE_NAMES[review.language],
          })}
          act={t('moderation.reject_next')}
          language={review.language}
          isOver={isMovedOn}
          onGive={reject}
          onClose={() => setRejecting(false)}
        />
      )}
    </article>
  );
}

interface Parts {
  review: ReviewDetail;
  texts: readonly MarkedText[];
  marks: readonly PlacedMark[];
}

/** The field that names the submission: it is the heading, and not said again below. */
const nameField = ({ kind }: ReviewDetail) => (kind === 'story' ? 'title' : 'chapter_title');

function CaseHead({ review, texts, marks, heading }: Parts & { heading: RefObject<HTMLHeadingElement | null> }) {
  const t = useT('moderation');
  const ago = useAgo();
  const kindName = useKindName();
  const languageName = useLanguageName();
  const name = texts.find(({ field }) => field === nameField(review))?.paragraphs ?? [];
  const words = review.texts.reduce((sum, { field, text }) => (field === 'content' ? sum + countUnits(text) : sum), 0);
  const lang = LANGUAGE_TAGS[review.language];
  const toDecision = (event: MouseEvent) => {
    event.preventDefault();
    jumpTo(document.getElementById(DECISION));
  };
  return (
    <header className={styles.head}>
      <Meta>
        <span>{kindName(review)}</span>
        {review.kind !== 'story' && (
          <Link to={`/story/${review.storyId}`} lang={lang}>
            {review.title}
          </Link>
        )}
        <span>{languageName(review.language) ?? LANGUAGE_NAMES[review.language]}</span>
        {words > 0 && <span>{t('common.units', { count: words, unit: lengthUnit(review.language) })}</span>}
        <time dateTime={review.submittedAt}>{t('moderation.sent', { time: ago(review.submittedAt) })}</time>
      </Meta>
      <h2 ref={heading} tabIndex={-1} lang={lang}>
        {isWritten(name) ? createElement(Fragment, null, ...name.map(pieces)) : review.title}
      </h2>
      <Notes numbers={name.flatMap(({ begins }) => begins)} marks={marks} />
      <Meta>
        <Link to={`/user/${review.author.slug}`}>{review.author.username}</Link>
        <a href={`#${DECISION}`} onClick={toDecision}>
          {t('moderation.to_decision')}
        </a>
      </Meta>
      {review.keepsMeaning && <p className="small soft">{t('moderation.keeps_meaning')}</p>}
    </header>
  );
}

const pieces = (paragraph: MarkedParagraph) => <Pieces key={null} paragraph={paragraph} />;

function isWritten(paragraphs: readonly MarkedParagraph[]): boolean {
  return paragraphs.some(({ pieces }) => pieces.some(({ text }) => text.trim() !== ''));
}

function CaseTexts({ review, texts, marks }: Parts) {
  const t = useT('moderation');
  const fieldName = useFieldName();
  const lang = LANGUAGE_TAGS[review.language];
  const shown = texts.filter((text) => text.field !== nameField(review) && isWritten(text.paragraphs));
  const aboutWhole = marks.flatMap(({ paragraph }, number) => (paragraph === null ? [number] : []));
  return (
    <>
      <Notes numbers={aboutWhole} marks={marks} />
      {review.coverUrl && (
        <figure className={styles.cover}>
          <Cover src={review.coverUrl} eager />
          <figcaption>{t('moderation.cover')}</figcaption>
        </figure>
      )}
      {shown.map(({ field, paragraphs }) => (
        <section key={field}>
          <h3>{fieldName(field)}</h3>
          <MarkedParagraphs paragraphs={paragraphs} marks={marks} lang={lang} numbered={field === 'content'} />
        </section>
      ))}
    </>
  );
}
