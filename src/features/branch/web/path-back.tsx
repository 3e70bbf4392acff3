import type { Language } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { titleTag } from '#features/stories/model/title-language.ts';
import { ModeMark } from '#features/stories/web/mode.tsx';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { choiceName } from './choice-name.ts';
import styles from './path-back.module.css';
import type { TitledContinuations } from './titled-continuations.ts';

interface Props {
  story: { id: string; language: Language };
  ways: TitledContinuations;
}
type Step = TitledContinuations['path'][number];

/** The middle of longer paths is folded. This many steps stay visible before and after it. */
const FOLD_FROM = 14;
const BEFORE = 3;
const AFTER = 6;

/** The path to a chapter, with the numbers of other continuations at its forks. */
export function PathBack({ story, ways: { path, siblings } }: Props) {
  const t = useT('branch');
  const here = path.at(-1);
  if (path.length < 2 || !here) return null;
  const gone = path.slice(0, -1);
  const isLong = gone.length >= FOLD_FROM;
  const folded = isLong ? gone.slice(BEFORE, -AFTER) : [];
  const steps = (some: readonly Step[]) =>
    some.map((step) => <StepItem key={step.id} step={step} story={story} path={path} />);
  return (
    <section className={styles.pathBack} aria-labelledby="path">
      <h2 id="path">{t('path.title')}</h2>
      <ol className={styles.steps} data-path="">
        {steps(isLong ? gone.slice(0, BEFORE) : gone)}
        {isLong && (
          <li className={styles.folded}>
            <details>
              <summary>{t('path.folded', { count: folded.length })}</summary>
              <ol>{steps(folded)}</ol>
            </details>
          </li>
        )}
        {isLong && steps(gone.slice(-AFTER))}
        <li className={styles.here} aria-current="true">
          <b lang={here.choice === null ? undefined : titleTag(here, story)}>{choiceName(t, here)}</b>
          <OtherWays count={siblings.length} only={siblings[0]} fork={path.at(-2)} story={story} />
        </li>
      </ol>
      <div className={styles.actions}>
        <ButtonLink to={to.path({ storyId: story.id, chapterId: here.id })}>{t('path.whole')}</ButtonLink>
        <ButtonLink to={to.storyMap({ storyId: story.id })}>
          <ModeMark mode="branch" />
          {t('map.title')}
        </ButtonLink>
      </div>
    </section>
  );
}

function StepItem({ step, story, path }: { step: Step; story: Props['story']; path: readonly Step[] }) {
  const t = useT('branch');
  return (
    <li>
      <Link
        className="quiet"
        to={to.chapter({ storyId: story.id, chapterId: step.id })}
        lang={step.choice === null ? undefined : titleTag(step, story)}
      >
        {choiceName(t, step)}
      </Link>
      <OtherWays count={step.otherWays} fork={path[step.number - 2]} story={story} />
    </li>
  );
}

/** “or 1 other way”, linked to the choices of that fork. If there is only one other continuation, shows its choice. */
function OtherWays({
  count,
  only,
  fork,
  story,
}: {
  count: number;
  only?: TitledContinuations['siblings'][number] | undefined;
  fork: Step | undefined;
  story: Props['story'];
}) {
  const t = useT('branch');
  if (count === 0 || !fork) return null;
  const choice = count === 1 ? only?.choice : null;
  const link = () =>
    only && choice ? (
      <Link to={to.chapter({ storyId: story.id, chapterId: only.id })}>{t('path.quoted', { choice })}</Link>
    ) : (
      <Link to={`${to.chapter({ storyId: story.id, chapterId: fork.id })}#fork`}>
        {t('path.other_ways', { count })}
      </Link>
    );
  return (
    <span className="soft small">
      <Sentence id="path.or" wraps={{ way: link }} parts={['branch']} />
    </span>
  );
}
