import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { TRANSLATION_KINDS } from '../model/translation-status.ts';
import { queueAddress } from './review/review-address.ts';
import { useReviewing } from './review/use-review.ts';
import { useListed, useNameOf } from './review/words.ts';

/** For reviewers: the ways to what waits for them, and how much it is. */
export function OwnReviewing() {
  return (
    <QueryProvider>
      <Queues />
    </QueryProvider>
  );
}

function Queues() {
  const t = useT('review');
  const nameOf = useNameOf();
  const listed = useListed();
  const languages = useReviewing().data?.languages ?? [];
  if (languages.length === 0) return null;
  return (
    <Section title={t('review.title')} note={listed(languages.map(({ language }) => nameOf(language)))}>
      <ul className={classNames(list.rows, styles.rows)}>
        {TRANSLATION_KINDS.toReversed().map((kind) => (
          <li key={kind} className={classNames(list.row, list.slim, styles.piece)}>
            <p className={list.name}>
              <Link className="quiet" to={queueAddress(kind)}>
                {t(kind === 'chapter' ? 'review.chapters' : 'review.titles')}
              </Link>
            </p>
            <span className={list.when}>{languages.reduce((sum, waiting) => sum + waiting[kind], 0)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
