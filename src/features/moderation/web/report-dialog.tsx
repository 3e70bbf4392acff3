import { useState } from 'react';
import { lengthOf } from '#core/text.ts';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { isReported, keepReported } from '#web/boot/reported.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { caseApi } from '../contract-cases.ts';
import { reportDetail, reportedRule } from '../model/moderation-fields.ts';
import { REPORT_DETAIL_MAX, type TargetKind } from '../model/restriction.ts';
import { RuleField, useRule } from './rule-field.tsx';

const RULES = { detail: reportDetail };
/** The length is shown from here on. */
const COUNT_FROM = REPORT_DETAIL_MAX * 0.8;

interface Props {
  kind: TargetKind;
  targetId: string;
  title?: string;
  onClose: () => void;
}

/** The dialog to report a work or a member, with a receipt (product §10). */
export function ReportDialog(props: Props) {
  const t = useT('report', 'errors');
  const [caseId, setCaseId] = useState<string | null>(null);
  if (caseId === null) return <ReportForm {...props} onSent={setCaseId} />;
  return (
    <Dialog key="receipt" title={t('report.thanks')} onClose={props.onClose}>
      <p>{t('report.receipt', { number: Number(caseId) })}</p>
      <DialogActions>
        <Button kind="primary" onClick={props.onClose}>
          {t('report.back')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ReportForm({ kind, targetId, title, onClose, onSent }: Props & { onSent: (caseId: string) => void }) {
  const t = useT('report', 'errors');
  const find = useFind('errors');
  const target = `${kind} ${targetId}`;
  const [isAgain] = useState(() => isReported(target));
  const rule = useRule(reportedRule);
  const [detail, setDetail] = useState('');
  const form = useApiForm({
    rules: RULES,
    values: { detail },
    check: rule.field.check,
    send: async () => {
      if (!rule.rule) return;
      const text = detail.trim();
      const { caseId } = await call(caseApi.report, {
        kind,
        targetId,
        reason: rule.rule,
        ...(text ? { detail: text } : {}),
      });
      keepReported(target);
      onSent(caseId);
    },
    refused: (error) => {
      if (error instanceof ApiError && error.code === 'already_reported') keepReported(target);
      return false;
    },
  });
  const isCopy = rule.rule === 'plagiarism';
  const length = lengthOf(detail);
  return (
    <Dialog title={title ?? t('report.title', { kind })} onClose={onClose}>
      <ApiForm form={form} act={t('report.send')} onCancel={onClose}>
        {isAgain && <Banner>{find('error.already_reported')}</Banner>}
        <p className="soft">{t('report.promise')}</p>
        <RuleField legend={t('report.what')} of={rule} />
        <TextArea
          {...form.fields.of('detail')}
          label={isCopy ? t('report.where_from') : t('report.detail')}
          placeholder={isCopy ? t('report.where_from_example') : undefined}
          count={length >= COUNT_FROM ? `${length} / ${REPORT_DETAIL_MAX}` : undefined}
          value={detail}
          onChange={({ target }) => setDetail(target.value)}
        />
      </ApiForm>
    </Dialog>
  );
}
