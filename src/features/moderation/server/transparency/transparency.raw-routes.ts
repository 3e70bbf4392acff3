import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';
import { type Transparency, transparencyApi } from '../../contract-transparency.ts';
import { TRANSPARENCY_FILE } from '../../model/transparency.ts';

/** The months as lines. They contain only numbers, so that nothing has to be quoted. */
function csvOf({ year, months }: Transparency): string {
  const month = (number: number) => `${year}-${String(number).padStart(2, '0')}`;
  const lines = months.map(({ from, to, received, acted }) => [month(from), month(to), received, acted].join(','));
  return `${['from,to,reports,acted_on', ...lines].join('\r\n')}\r\n`;
}

const yearIn = ({ year }: Readonly<Record<string, unknown>>) =>
  typeof year === 'string' && /^20\d\d$/.test(year) ? { year } : {};

/** The figures of the transparency page, for spreadsheets. */
export const transparencyFile: RawRoute = rawRoute({
  method: 'GET',
  path: TRANSPARENCY_FILE,
  access: 'public',
  cache: 'public, max-age=3600',
  limit: 'pages',
  kept: (_, query) => `transparency ${yearIn(query).year ?? ''}`,
  async answer({ query, read }) {
    return { type: 'text/csv; charset=utf-8', body: csvOf(await read(transparencyApi.read, yearIn(query))) };
  },
});
