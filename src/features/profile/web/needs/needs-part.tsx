import pageFiles from 'virtual:page-files';
import { to } from '#core/pages.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { ModeMark, useModeColor, useModeName } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import row from '#web/ui/act-row.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { Section } from '#web/ui/section.tsx';
import { useLeftWords } from '#web/ui/time-left-slot.tsx';
import { NEEDS_SHOWN } from '../../model/needs.ts';
import styles from './needs.module.css';

/**
 * “Needs you” on the home page, for members. The page is the same for everyone, so it has a placeholder, and a template
 * row for each mode, which `needs.ts` fills in. If there was something the last time, its space is reserved from the first
 * paint (`data-needs`). It is a slot without an island, so that `refresh` leaves it to the script.
 */
export function NeedsPart() {
  const t = useT('account');
  const modes = useModes();
  return (
    <div className="slot" data-slot="needs" data-part-script={pageFiles.needs.join(' ')}>
      <Section title={t('needs.title')} className={styles.part!}>
        <div>
          <ul className={styles.needs} data-rows="" data-soon={styles.soon}>
            {Array.from({ length: NEEDS_SHOWN }, (_, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change
              <li key={i} aria-hidden="true">
                <span className={styles.blank} />
              </li>
            ))}
          </ul>
          <button type="button" className={more.more} data-more="" hidden />
        </div>
      </Section>
      {Object.values(modes).map(({ id }) => (
        <template key={id} data-mode={id}>
          <Row mode={id} />
        </template>
      ))}
    </div>
  );
}

function Row({ mode }: { mode: WritingMode }) {
  const t = useT('account', 'times');
  const color = useModeColor();
  const modeName = useModeName();
  return (
    <li className={color(mode)}>
      <ModeMark mode={mode} />
      <p className={row.name}>
        <span className="hide">{t('common.labelled', { name: modeName(mode), value: '' })}</span>
        <Link className="quiet" data-story="" to={to.story({ storyId: '0' })} />
      </p>
      <p className={styles.want} data-text="" />
      <p className={styles.left} data-left="" data-words={useLeftWords()} />
      <Link className={classNames(row.go, styles.go)} data-target="" to={to.home()}>
        <span data-act-name="" />
        <span className="hide" data-about="" />
      </Link>
    </li>
  );
}
