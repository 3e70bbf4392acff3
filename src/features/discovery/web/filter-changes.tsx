import { Suspense, useEffect, useState } from 'react';
import type { InputOf } from '#core/endpoint.ts';
import { call } from '#web/api/client.ts';
import { keepNextFocus } from '#web/boot/next-focus.ts';
import { onReturn } from '#web/boot/returning.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { discoveryApi } from '../contract.ts';
import { FILTER_FORM, type SearchQuery, without } from './search-address.ts';

const findForm = () => document.getElementById(FILTER_FORM) as HTMLFormElement;
/** True while the form is a popover, on phones. */
const isSheet = (form: HTMLFormElement) => form.matches(':popover-open');
const queryIn = (form: HTMLFormElement): SearchQuery =>
  Object.fromEntries([...new FormData(form)] as [string, string][]);

/** True if a field was changed since the page was loaded. */
function isChanged(form: HTMLFormElement): boolean {
  return (
    form.querySelector('input[checked]:not(:checked)') !== null ||
    [...form.querySelectorAll('option')].some(({ defaultSelected, selected }) => defaultSelected && !selected)
  );
}

/** Has the next page focus the same control. */
function keepFocus(): void {
  const control = document.activeElement;
  const focusVisible = control?.matches(':focus-visible') ?? false;
  const opener = `[popovertarget=${FILTER_FORM}]`;
  const name = control?.matches(`#${FILTER_FORM} [name]`) && control.getAttribute('name');
  if (name) keepNextFocus({ at: `#${FILTER_FORM} :is(select, :checked)[name=${name}]`, focusVisible });
  else keepNextFocus(control?.matches(opener) ? { at: opener, focusVisible } : null);
}

/**
 * Submits the form of order and filters (`search-filters.tsx`) on every change. On phones it is submitted only with its
 * button, which shows how many stories there would be.
 */
export function FilterChanges() {
  const [chosen, setChosen] = useState<SearchQuery | null>(null);
  useEffect(() => {
    const form = findForm();
    const over = new AbortController();
    const { signal } = over;
    const change = () => {
      if (isSheet(form)) setChosen(queryIn(form));
      else form.requestSubmit();
    };
    form.addEventListener('change', change, { signal });
    form.addEventListener(
      'formdata',
      ({ formData }) => {
        for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
      },
      { signal },
    );
    form.addEventListener(
      'submit',
      () => {
        if (isSheet(form)) form.hidePopover();
        keepFocus();
        // Until the results load, the focus may still move.
        document.addEventListener('focusin', keepFocus, { signal });
      },
      { signal },
    );
    const offReturn = onReturn(() => {
      document.removeEventListener('focusin', keepFocus);
      form.reset();
      setChosen(null);
    });
    // Handles changes made before this was mounted. A closed popover is left alone.
    if (form.checkVisibility() && isChanged(form)) change();
    return () => {
      over.abort();
      offReturn();
    };
  }, []);
  return <Suspense>{chosen && <FoundCount query={chosen} />}</Suspense>;
}

/** Shows on the form’s button how many stories there would be. */
function FoundCount({ query }: { query: SearchQuery }) {
  const t = useT('discovery');
  useEffect(() => {
    const button = findForm().querySelector('[data-shows]')!;
    const before = button.textContent;
    button.textContent = t('search.show');
    const input = without(query, 'sort', 't') as InputOf<typeof discoveryApi.countFound>;
    let isOld = false;
    call(discoveryApi.countFound, input).then(
      ({ stories }) => {
        if (!isOld) button.textContent = t('search.show_count', { count: stories });
      },
      // If the request fails, the button shows no number.
      () => {},
    );
    return () => {
      isOld = true;
      button.textContent = before;
    };
  }, [query, t]);
  return null;
}
