import { Copy, Download, Printer } from 'lucide';
import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { CheckField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSite } from '#web/ui/use-site.ts';
import styles from './security.module.css';

const FILE = 'skein-recovery-codes.txt';

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = FILE;
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows recovery codes, the only time that anyone sees them, with ways to keep them. */
export function RecoveryCodes({
  codes,
  label,
  busy = false,
  onSaved,
}: {
  codes: readonly string[];
  /** Label of the button that goes on once they are saved. */
  label: string;
  busy?: boolean;
  onSaved: () => void;
}) {
  const t = useT('security');
  const { name: site } = useSite();
  const tag = LANGUAGE_TAGS[useLanguage()];
  const [isSaved, setSaved] = useState(false);
  const date = new Date().toLocaleDateString(tag, { dateStyle: 'long' });
  const text = [t('security.codes_file', { site, date }), '', ...codes, ''].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast(t('security.copied'));
    } catch {
      toast(t('security.not_copied'));
    }
  };
  return (
    <>
      <p>{t('security.codes_text')}</p>
      <ul className={styles.codes} aria-label={t('security.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button small onClick={() => void copy()}>
          <Icon of={Copy} />
          {t('security.copy')}
        </Button>
        <Button small onClick={() => save(text)}>
          <Icon of={Download} />
          {t('security.save_file')}
        </Button>
        <Button small onClick={() => print()}>
          <Icon of={Printer} />
          {t('security.print')}
        </Button>
      </div>
      <CheckField checked={isSaved} onChange={({ target }) => setSaved(target.checked)}>
        {t('security.saved_elsewhere')}
      </CheckField>
      <DialogActions>
        <Button
          kind="primary"
          busy={busy}
          aria-disabled={!isSaved || undefined}
          onClick={() => (isSaved ? onSaved() : toast(t('security.save_first')))}
        >
          {label}
        </Button>
      </DialogActions>
    </>
  );
}
