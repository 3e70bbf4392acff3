import { useState } from 'react';
import { sessionMemberId } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { isReadableByOthers, namesOf } from '#web/saving/device-keys.ts';
import { discardFromNowOn, keepWords, pageOfWords } from '#web/saving/device-words.ts';
import { sendOpenTexts } from '#web/saving/open-savers.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import type { Exit } from './exit-props.ts';
import { exit } from './member-head/exit.ts';

/**
 * Asks before Exit what should become of texts on this device that others could read there afterwards: send them, keep
 * them here, or delete them.
 */
export function ExitDialog({ onClose, ...button }: Exit & { onClose: () => void }) {
  const t = useT('exit');
  const [memberId] = useState(sessionMemberId);
  const [isSending, setSending] = useState(false);
  const [isStuck, setStuck] = useState(false);
  if (memberId === null) return null;
  const leave = (options?: { sends: boolean }) => {
    onClose();
    exit(button, options);
  };
  const send = async () => {
    setSending(true);
    const isSent = await sendOpenTexts();
    setSending(false);
    if (!isReadableByOthers(memberId)) return leave();
    // Opening a text sends what the device has kept of it.
    const page = isSent ? pageOfWords(memberId) : null;
    if (page !== null && page !== location.pathname + location.search) location.href = page;
    else setStuck(true);
  };
  const discard = () => {
    discardFromNowOn();
    for (const name of namesOf(memberId)) keepWords(memberId, name, null);
    leave({ sends: false });
  };
  return (
    <Dialog title={t('exit.title')} onClose={onClose}>
      <p>{t('exit.text', { count: namesOf(memberId).length })}</p>
      {isStuck && <Banner kind="danger">{t('exit.not_sent')}</Banner>}
      <DialogActions>
        <Button kind="danger" onClick={discard}>
          {t('exit.delete')}
        </Button>
        <Button onClick={() => leave()}>{t('exit.keep')}</Button>
        <Button kind="primary" busy={isSending} onClick={() => void send()}>
          {t('exit.send')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
