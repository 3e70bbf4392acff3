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

/** Asks the author of an edit whether translations need to be updated. */
export function MinorEdit(props: Props) {
  return (
    // Loads into an open page, which must not wait for its texts.
    <Suspense>
      <Box {...props} />
    </Suspense>
  );
}
