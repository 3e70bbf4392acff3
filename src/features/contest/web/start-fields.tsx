import { useRef, useState } from 'react';
import { DAY, MINUTE } from '#core/time.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { SCHEDULE_AHEAD } from '../model/contest-limits.ts';
import { useZoneName } from './use-words.ts';

/** When a round is to start. */
type StartChoice = 'now' | 'when_enough' | 'at';

/** Formats a moment for the browser’s date field: in the reader’s time zone, to the minute. */
function toField(moment: Date): string {
  return new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

export type RoundStart = ReturnType<typeof useStart>;

/** The selected option, and the moment that belongs to it. */
export function useStart(first: StartChoice, startsAt: string | null = null) {
  const [value, choose] = useState<StartChoice>(first);
  const [at, setAt] = useState(startsAt === null ? '' : toField(new Date(startsAt)));
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return {
    value,
    choose,
    at,
    setAt: (written: string) => {
      setAt(written);
      setWrong(false);
    },
    isWrong,
    field,
    /** Returns the moment, or null if the option needs none. If it is invalid, returns undefined and shows an error. */
    check: (): string | null | undefined => {
      if (value !== 'at') return null;
      const moment = Date.parse(at);
      const left = moment - Date.now();
      if (left > 0 && left <= SCHEDULE_AHEAD) return new Date(moment).toISOString();
      setWrong(true);
      field.current?.focus();
      return undefined;
    },
  };
}

/** When the round starts: now, as soon as enough writers have joined, or at a date in the reader’s time zone. */
export function StartFields({
  start,
  withNow = false,
  needed,
}: {
  start: RoundStart;
  withNow?: boolean;
  needed: number;
}) {
  const t = useT('contest');
  const zone = useZoneName(start.at);
  return (
    <>
      <SelectField
        label={t('contest.starts')}
        value={start.value}
        onChange={({ target }) => start.choose(target.value as StartChoice)}
      >
        {withNow && <option value="now">{t('contest.start_now')}</option>}
        <option value="when_enough">{t('contest.start_when_enough', { count: needed })}</option>
        <option value="at">{t('contest.start_at')}</option>
      </SelectField>
      {start.value === 'at' && (
        <TextField
          label={t('contest.start_date')}
          type="datetime-local"
          ref={start.field}
          value={start.at}
          min={toField(new Date())}
          max={toField(new Date(Date.now() + SCHEDULE_AHEAD))}
          help={t('contest.start_zone', { zone })}
          error={start.isWrong ? t('contest.start_wrong', { days: SCHEDULE_AHEAD / DAY }) : undefined}
          onChange={({ target }) => start.setAt(target.value)}
        />
      )}
    </>
  );
}
