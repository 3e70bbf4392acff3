import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { MAIL_CHOICES, type MailChoice } from '#core/mail-kinds.ts';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import fields from '#web/ui/field.module.css';
import { toast } from '#web/ui/toast.ts';
import { type NewsSettings, newsApi } from '../contract.ts';
import styles from './news.module.css';

type MailSetting = NewsSettings['mails'][number];

/** The kinds of emails, each with its choices. A choice is saved at once, and undone if that fails. */
export function MailTable({ mails, queryKey }: { mails: readonly MailSetting[]; queryKey: readonly string[] }) {
  const t = useT('news');
  return (
    <table className={styles.kinds}>
      <caption className="hide">{t('news.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('news.what')}</th>
          <th scope="col">{t('news.when')}</th>
        </tr>
      </thead>
      <tbody>
        {mails.map((mail) => (
          <MailRow key={mail.kind} mail={mail} queryKey={queryKey} />
        ))}
      </tbody>
    </table>
  );
}

function MailRow({ mail, queryKey }: { mail: MailSetting; queryKey: readonly string[] }) {
  const t = useT('news');
  const id = useId();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const put = (choice: MailChoice) =>
    queries.setQueryData<NewsSettings>(queryKey, (known) => known && withChoice(known, mail.kind, choice));
  const save = useMutation({
    mutationFn: (choice: MailChoice) => call(newsApi.choose, { kind: mail.kind, choice }),
    onMutate: (choice) => {
      put(choice);
      return mail.choice;
    },
    onSuccess: (_done, choice, before) => {
      if (before === choice) return toast(t('news.saved'));
      toast(t('news.saved'), { label: t('news.undo'), run: () => save.mutate(before) });
    },
    onError: (error, _choice, before) => {
      if (before) put(before);
      toast(errorText(error));
    },
    // Several quick choices arrive in their order.
    scope: { id: `mail ${mail.kind}` },
  });
  const names: Record<MailChoice, string> = {
    at_once: t('news.at_once'),
    first: t('news.first'),
    never: t('news.never'),
  };
  return (
    <tr>
      <th scope="row">
        <span id={`${id}-kind`}>{mail.label}</span>
        <span className={styles.help} id={`${id}-help`}>
          {mail.help}
        </span>
      </th>
      <td>
        <select
          className={fields.input}
          aria-labelledby={`${id}-kind`}
          aria-describedby={`${id}-help`}
          value={mail.choice}
          onChange={({ target }) => {
            const choice = MAIL_CHOICES.find((each) => each === target.value);
            if (choice) save.mutate(choice);
          }}
        >
          {mail.choices.map((choice) => (
            <option key={choice} value={choice}>
              {names[choice]}
            </option>
          ))}
        </select>
      </td>
    </tr>
  );
}

const withChoice = (settings: NewsSettings, kind: string, choice: MailChoice): NewsSettings => ({
  ...settings,
  mails: settings.mails.map((mail) => (mail.kind === kind ? { ...mail, choice } : mail)),
});
