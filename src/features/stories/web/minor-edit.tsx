import { Suspense } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { CheckField } from '#web/ui/field.tsx';

interface Props {
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Box({ checked, onChange }: Props) {
  const t = useT('publishing');
  return (
    <CheckField
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      help={t('publishing.minor_edit_help')}
    >
      {t('publishing.minor_edit')}
    </CheckField>
  );
}

/** Asked of whoever sends the edit of something published: whether translations have to follow it. */
export function MinorEdit(props: Props) {
  return (
    // It comes late into an open page, which must not wait for its words.
    <Suspense>
      <Box {...props} />
    </Suspense>
  );
}
