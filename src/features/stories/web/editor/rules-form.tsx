import { type ReactNode, useEffect, useState } from 'react';
import { lengthUnit } from '#core/languages.ts';
import type { Part } from '#web/i18n/catalogs.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { RoomSlot } from '#web/page/room-slot.tsx';
import fields from '#web/ui/field.module.css';
import { minutesToRead } from '../../model/reading-time.ts';
import { UNITS_CEILING, UNITS_FLOOR } from '../../model/story-limits.ts';
import { ModeLabel } from '../mode.tsx';
import type { RuleParams } from '../mode-face.ts';
import { useModeFaces } from '../modes.ts';
import { JoiningFields } from './joining-fields.tsx';
import making from './making.module.css';
import styles from './rules.module.css';
import { type StoryForm, useStoryForms } from './use-story-form.ts';
import { useTypingPause } from './use-typing-pause.ts';
import { wholeNumber } from './whole-number.ts';

/** Delay in ms before a change is announced. */
const SAY_PAUSE = 500;

/** Describes all rules in one sentence, which is updated as they change. */
export function RulesSentence({
  form: { values, problems },
  withMode = false,
}: {
  form: StoryForm;
  withMode?: boolean;
}) {
  const { numbers, rules: ruleFields } = useStoryForms();
  const isWhole = ruleFields.every((field) => !problems[field]);
  const typed = JSON.stringify(
    Object.fromEntries(
      numbers.flatMap((field) => {
        const number = wholeNumber(values[field]);
        return Number.isNaN(number) ? [] : [[field, number]];
      }),
    ),
  );
  // Shows the last valid rules while a number is being typed.
  const [said, setSaid] = useState(typed);
  useEffect(() => {
    if (isWhole) setSaid(typed);
  }, [isWhole, typed]);
  const rested: Partial<Record<(typeof numbers)[number], number>> = JSON.parse(useTypingPause(said, SAY_PAUSE));
  const faces = useModeFaces();
  const common = {
    min: rested.minUnits ?? Number.NaN,
    max: rested.maxUnits ?? Number.NaN,
    count: rested.participantLimit ?? Number.NaN,
    unit: lengthUnit(values.language),
    joinPolicy: values.joinPolicy,
  };
  const own = Object.values(faces).map(({ storyEditor }) => storyEditor.ruleParams?.(rested));
  const params: RuleParams = Object.assign(common, ...own);
  const wraps = { b: (words: ReactNode) => <b>{words}</b> };
  const parts: Part[] = ['story_editor'];
  const rules = values.mode && faces[values.mode].storyEditor.rules;
  return (
    <div>
      {withMode && values.mode && (
        <p className="small soft">
          <ModeLabel mode={values.mode} />
        </p>
      )}
      <p className={styles.say} role="status">
        {rules && <Sentence id={rules} params={params} wraps={wraps} parts={parts} />}
      </p>
    </div>
  );
}

/** Fields for who can write, and for the length of chapters. Minimum and maximum apply once both are valid. */
export function RulesFields({ form, disabled = false }: { form: StoryForm; disabled?: boolean }) {
  const t = useT('story_editor');
  const { values, problems, change, errorOf, leave, idOf } = form;
  const error = errorOf('minUnits') ?? errorOf('maxUnits');
  const isWhole = !problems.minUnits && !problems.maxUnits;
  const [min, max] = [wholeNumber(values.minUnits), wholeNumber(values.maxUnits)];
  const describedBy = `${idOf('maxUnits')}-about`;
  const faces = useModeFaces();
  const shared = {
    className: fields.input,
    type: 'text',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    disabled,
    'aria-describedby': describedBy,
  };
  const always = values.mode && faces[values.mode].storyEditor.always;
  return (
    <>
      <JoiningFields form={form} disabled={disabled} />
      <fieldset className={styles.rule}>
        <legend className="hide">{t('story_editor.chapter_length')}</legend>
        <div className={styles.why} aria-hidden="true">
          <b>{t('story_editor.chapter_length')}</b>
          <span className="small">{t('story_editor.chapter_length_help')}</span>
        </div>
        <div className={styles.control}>
          <div className={styles.fromTo}>
            <label htmlFor={idOf('minUnits')}>{t('story_editor.length_from')}</label>
            <input
              {...shared}
              id={idOf('minUnits')}
              value={values.minUnits}
              aria-invalid={errorOf('minUnits') ? true : undefined}
              onChange={({ target }) => change({ minUnits: target.value })}
              onBlur={() => leave('minUnits')}
            />
            <label htmlFor={idOf('maxUnits')}>{t('story_editor.length_to')}</label>
            <input
              {...shared}
              id={idOf('maxUnits')}
              value={values.maxUnits}
              aria-invalid={errorOf('maxUnits') ? true : undefined}
              onChange={({ target }) => change({ maxUnits: target.value })}
              onBlur={() => leave('maxUnits')}
            />
          </div>
          <p id={describedBy} className={error ? making.wrong : 'small soft'}>
            {error ??
              (isWhole
                ? t('story_editor.length_minutes', {
                    from: minutesToRead(min, values.language),
                    to: minutesToRead(max, values.language),
                  })
                : t('story_editor.length_bounds', { min: UNITS_FLOOR, max: UNITS_CEILING }))}
          </p>
        </div>
      </fieldset>
      <RoomSlot name="editStory.rules" {...{ form, disabled }} />
      {always && (
        <div className={styles.rule}>
          <p className={styles.why}>
            <b>{t('story_editor.always')}</b>
          </p>
          <p className="soft">{t(always)}</p>
        </div>
      )}
    </>
  );
}
