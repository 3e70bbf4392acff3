import { useT } from '#web/i18n/i18n.tsx';
import { Slot } from '#web/page/slot.tsx';
import { Button } from '#web/ui/button.tsx';

export interface ThanksProps {
  chapterId: string;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    thanks: ThanksProps;
  }
}

/** “Thank the author”. Visitors log in first. Whether a member can thank, and has, is loaded near the end of the text. */
export function ThanksSlot(props: ThanksProps) {
  const t = useT('thanks');
  return (
    <>
      <Button
        className="for-visitors needs-script"
        data-act="login"
        data-value="thank"
        data-wish={`thank:${props.chapterId}`}
        data-says={t('common.login_first')}
      >
        {t('thanks.give')}
      </Button>
      <Slot name="thanks" props={props} inline />
    </>
  );
}
