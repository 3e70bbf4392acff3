import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Time } from '#web/ui/time.tsx';
import type { TextPage } from '../contract.ts';
import styles from './text-page.module.css';

/** One thread through four hands, with a knot where it changes color. */
function Thread() {
  return (
    <svg className={styles.thread} viewBox="0 0 600 64" aria-hidden="true">
      <path className={styles.hand1} d="M0 40h70c60 0 84-8 76-26-8-16-40-12-36 8 4 18 30 18 50 18" />
      <path className={styles.hand2} d="M160 40c60 0 60-24 130-24" />
      <path className={styles.hand3} d="M290 16c70 0 70 32 140 32" />
      <path className={styles.hand4} d="M430 48c70 0 70-24 170-24" />
      <circle className={styles.hand2} cx="160" cy="40" r="6" />
      <circle className={styles.hand3} cx="290" cy="16" r="6" />
      <circle className={styles.hand4} cx="430" cy="48" r="6" />
    </svg>
  );
}

/** A text page with a one-sentence summary per section. Its table of contents is in the margin or folded. */
export function TextPageView({ page, dated = false }: { page: TextPage; dated?: boolean }) {
  const t = useT();
  const contents = (
    <ol>
      {page.parts.map((part, i) => (
        <li key={part.id}>
          <a href={`#${part.id}`}>
            {i + 1}. {part.title}
          </a>
        </li>
      ))}
    </ol>
  );
  const heading = t('common.in_parts', { count: page.parts.length });
  return (
    <article className={styles.essay}>
      <header>
        <h1>{page.title}</h1>
        <p className="soft">{page.lead}</p>
        {!dated && <Thread />}
        {dated && (
          <p className="small soft">
            {t('common.in_force_since')} <Time at={`${page.updated}T00:00:00Z`} kind="long" />
          </p>
        )}
      </header>
      <nav className={classNames(styles.toc, styles.margin)} aria-label={heading}>
        <h2>{heading}</h2>
        {contents}
      </nav>
      <details className={classNames(styles.toc, styles.folded)}>
        <summary>{heading}</summary>
        {contents}
      </details>
      <div className={styles.essayText}>
        {page.parts.map((part, i) => (
          <section key={part.id} id={part.id}>
            <h2>
              <span className={styles.nr}>{i + 1}</span>
              {part.title}
            </h2>
            {part.short && <p className={styles.short}>{t('common.in_short', { text: part.short })}</p>}
            {part.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {part.list && (
              <ul>
                {part.list.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </article>
  );
}
