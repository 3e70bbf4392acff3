import { useT } from '#web/i18n/i18n.tsx';
import { press } from '#web/page/press.ts';
import { TextButton } from '#web/ui/text-button.tsx';
import type { TargetKind } from '../model/restriction.ts';

interface Reported {
  kind: TargetKind;
  targetId: string;
  /** Title of the dialog. By default that of the kind. */
  title?: string;
}

declare module '#web/page/press.ts' {
  interface Presses {
    report: Reported;
    /** `note` is appended to the text. */
    feedback: { note?: string };
  }
}

/**
 * The button to report something, for everyone except its author (`boot/signed-in.ts`). Visitors log in first. Needs a
 * script.
 */
export function ReportButton({ ownerId, ...reported }: Reported & { ownerId?: string }) {
  const t = useT();
  return (
    <TextButton className="soft needs-script" data-owner={ownerId} {...press('report', reported)}>
      {t('common.report')}
    </TextButton>
  );
}
