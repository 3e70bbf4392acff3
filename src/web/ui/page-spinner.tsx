import { useT } from '../i18n/i18n.tsx';
import { Spinner } from './spinner.tsx';
import { useTitle } from './use-title.ts';

/** Shown in place of a whole page. */
export function PageSpinner() {
  useTitle(useT()('common.loading'));
  return <Spinner />;
}
