import { useState } from 'react';
import { anyText, oneOf } from '#core/text-rules.ts';
import { email as emailRule } from '#features/accounts/model/identity.ts';
import { usePressedCheck } from '#features/accounts/web/human-check/use-pressed-check.ts';
import { useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { publicReportApi } from '../../contract-public-reports.ts';
import { LAWS } from '../../model/law.ts';
import * as fields from '../../model/moderation-fields.ts';
import { GROUNDS, needsName, type ReportGround } from '../../model/public-report.ts';
import { RULES } from '../../model/restriction.ts';
import type { SentReport } from './sent-report.ts';

const EMPTY = {
  url: '',
  passage: '',
  ground: '',
  rule: '',
  law: '',
  country: '',
  detail: '',
  name: '',
  email: '',
  /** `yes` if the sender has said so. */
  accurate: '',
};
export type ReportValues = typeof EMPTY;
export type ReportField = keyof ReportValues;

const oneKnown = <Known extends string>(known: readonly Known[], value: string) => known.find((one) => one === value);

/** Reads why it should not be on the site. Null if that isn’t chosen yet. */
function groundOf({ ground, rule, law, country }: ReportValues): ReportGround | null {
  const why = oneKnown(GROUNDS, ground);
  if (why === 'rule') return { ground: why, rule: oneKnown(RULES, rule) };
  return why ? { ground: why, law: oneKnown(LAWS, law), country } : null;
}

/** The rules of the fields that are shown. Those of others accept anything. */
function rulesFor(values: ReportValues, isMember: boolean) {
  const ground = groundOf(values);
  const isNamed = !isMember && (ground === null || needsName(ground) || values.name !== '' || values.email !== '');
  return {
    url: fields.reportedAddress,
    passage: fields.reportedPassage,
    ground: oneOf(GROUNDS, 'report_ground'),
    rule: values.ground === 'rule' ? fields.decisionRule : anyText,
    law: values.ground === 'law' ? fields.reportLaw : anyText,
    country: values.ground === 'law' ? fields.reportCountry : anyText,
    detail: fields.publicDetail,
    name: isNamed ? fields.reporterName : anyText,
    email: isNamed ? emailRule : anyText,
    accurate: oneOf(['yes'], 'report_accurate'),
  };
}

/** State of the form to report something. */
export function useReportForm({
  isMember,
  url,
  ownEmail,
  onSent,
}: {
  isMember: boolean;
  url: string;
  /** The address of the member’s account. */
  ownEmail: string | null;
  onSent: (sent: SentReport) => void;
}) {
  const [values, setValues] = useState<ReportValues>({ ...EMPTY, url });
  const [isTried, setTried] = useState(false);
  const pressed = usePressedCheck('report');
  const ground = groundOf(values);
  const form = useApiForm({
    rules: rulesFor(values, isMember),
    values,
    check: (areFieldsRight) => {
      setTried(true);
      return isMember || pressed.isPressed(areFieldsRight);
    },
    send: async ({ url: address, passage, detail, name, email }) => {
      if (!ground) return;
      const report = { url: address, ...ground, detail, accurate: true as const, ...(passage ? { passage } : {}) };
      if (isMember) {
        const receipt = await call(publicReportApi.sendAsMember, report);
        return onSent({ receipt, ground, email: ownEmail });
      }
      const response = await pressed.check.answer();
      const answer = response === undefined ? {} : { cfTurnstileResponse: response };
      const sender = { ...(name ? { name } : {}), ...(email ? { email } : {}) };
      const receipt = await call(publicReportApi.send, { ...report, ...sender, ...answer }).finally(() =>
        pressed.check.spend(),
      );
      onSent({ receipt, ground, email: email || null });
    },
  });
  return {
    form,
    values,
    ground,
    pressed,
    /** True once it was submitted, so that a summary of what is missing is useful. */
    isTried,
    change: (changed: Partial<ReportValues>) => setValues((before) => ({ ...before, ...changed })),
  };
}

export type ReportFormState = ReturnType<typeof useReportForm>;
