import { type ReactNode, Suspense, useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { TextField } from '#web/ui/field.tsx';
import { accountApi } from '../contract.ts';
import { me as ownAccount } from './me.ts';
import { asksForName, keepName } from './name-kept.ts';
import { useMe } from './use-me.ts';

/**
 * Asks members who still have the generated username, once, what they want to be called, in a dialog that makes
 * something public. An empty field keeps the generated one. Call `save` before the dialog does what it is about; it
 * returns false if the name was refused.
 */
export function useAskName(): { field: ReactNode; save: () => Promise<boolean> } {
  const errorText = useErrorText();
  const { data: me } = useMe();
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState('');
  // Stays after it was answered, until the dialog closes.
  const [asked, setAsked] = useState<string | null>(null);
  if (me && asked === null && asksForName(me.username)) setAsked(me.username);
  const save = async (): Promise<boolean> => {
    if (asked === null || !me) return true;
    const chosen = name.trim();
    if (chosen === '') {
      keepName(me.username);
      return true;
    }
    if (chosen === me.username) return true;
    try {
      ownAccount.set(await call(accountApi.updateInfo, { username: chosen }));
      return true;
    } catch (error) {
      setWrong((error instanceof ApiError && error.fields.username) || errorText(error));
      return false;
    }
  };
  const field = asked !== null && (
    // Loads into an open dialog, which must not wait for its texts.
    <Suspense>
      <NameField
        asked={asked}
        wrong={wrong}
        value={name}
        onChange={(next) => {
          setName(next);
          setWrong('');
        }}
      />
    </Suspense>
  );
  return { field, save };
}

function NameField({
  asked,
  wrong,
  value,
  onChange,
}: {
  asked: string;
  wrong: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const t = useT('ask_name');
  return (
    <TextField
      label={t('ask_name.label')}
      help={t('ask_name.help', { name: asked })}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      error={wrong || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
