import { useT } from '../i18n/i18n.tsx';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

/** Shown in place of something that couldn’t be loaded: the reason, and a button to retry. */
export function LoadFailure({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  const t = useT();
  return (
    <Banner
      kind="danger"
      action={
        <Button small onClick={onRetry}>
          {t('common.load_again')}
        </Button>
      }
    >
      {sentence}
    </Banner>
  );
}
