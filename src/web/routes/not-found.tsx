import { data } from 'react-router';
import { FailedPage } from '#web/layout/page-failure.tsx';
import type { Route } from './+types/not-found.ts';

export function loader(): never {
  throw data({ code: 'not_found' }, { status: 404 });
}

export default function NotFoundRoute() {
  return null;
}

/** Inside of what stands around every page: from there one searches on, or signs in. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FailedPage error={error} />;
}
