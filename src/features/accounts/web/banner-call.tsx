import { type ReactNode, useState } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusHeadingIfLost } from '#web/ui/focus.ts';
import { toast } from '#web/ui/toast.ts';

/** A warning with a button that makes one call. If it fails, a toast says why. */
export function BannerCall({
  label,
  send,
  children,
}: {
  label: string;
  /** Makes the call. Throws if it fails. */
  send: () => Promise<void>;
  children: ReactNode;
}) {
  useT('errors');
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await send();
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
    // The warning may be gone.
    focusHeadingIfLost();
  };
  return (
    <Banner
      kind="warn"
      action={
        <Button small busy={isBusy} onClick={() => void press()}>
          {label}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
