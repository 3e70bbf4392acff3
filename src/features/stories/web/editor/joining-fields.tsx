import { useId } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { JOIN_POLICIES, type JoinPolicy } from '../../model/join-policy.ts';
import { useModeFaces, useModes } from '../modes.ts';
import choice from './choice.module.css';
import styles from './rules.module.css';
import { SettingFields } from './setting-fields.tsx';
import { StepperRule } from './stepper-rule.tsx';
import type { StoryForm } from './use-story-form.ts';

interface Props {
  form: StoryForm;
  disabled: boolean;
}

/** Fields for who can write and how, in the modes with several writers. */
export function JoiningFields({ form, disabled }: Props) {
  const modes = useModes();
  const { mode } = form.values;
  if (mode === null || !modes[mode].isShared) return null;
  const { participants } = modes[mode].settings;
  return (
    <>
      {/* With a key, because some fields have a state that is about one mode. */}
      <SettingFields key={mode} form={form} disabled={disabled} />
      {participants && <GroupField form={form} disabled={disabled} bounds={participants} />}
      <JoiningField form={form} disabled={disabled} />
    </>
  );
}

function GroupField({ form, disabled, bounds }: Props & { bounds: { min: number; max: number } }) {
  const t = useT('story_editor');
  return (
    <StepperRule
      form={form}
      disabled={disabled}
      field="participantLimit"
      bounds={bounds}
      label={t('story_editor.group')}
      help={t('story_editor.group_help', bounds)}
      fewer={t('story_editor.group_fewer')}
      more={t('story_editor.group_more')}
    />
  );
}

function JoiningField({ form: { values, change }, disabled }: Props) {
  const t = useT('story_editor');
  const name = useId();
  const words: Record<JoinPolicy, { name: string; says: string }> = {
    open: { name: t('story_editor.join_open'), says: t('story_editor.join_open_says') },
    applications: { name: t('story_editor.join_applications'), says: t('story_editor.join_applications_says') },
    invite_only: { name: t('story_editor.join_invite_only'), says: t('story_editor.join_invite_only_says') },
  };
  const faces = useModeFaces();
  const help = values.mode && faces[values.mode].storyEditor.joiningHelp;
  return (
    <fieldset className={styles.rule} disabled={disabled}>
      <legend className="hide">{t('story_editor.joining')}</legend>
      <div className={styles.why} aria-hidden="true">
        <b>{t('story_editor.joining')}</b>
        {values.mode && <span className="small">{help && t(help)}</span>}
      </div>
      <div className={styles.control}>
        <div className={classNames(choice.choices, choice.three)}>
          {JOIN_POLICIES.map((joinPolicy) => (
            <label key={joinPolicy} className={classNames(choice.choice, choice.plain)}>
              <input
                type="radio"
                name={name}
                value={joinPolicy}
                checked={joinPolicy === values.joinPolicy}
                onChange={() => change({ joinPolicy })}
              />
              <span>
                <b>{words[joinPolicy].name}</b>
                <span className={choice.say}>{words[joinPolicy].says}</span>
              </span>
            </label>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
