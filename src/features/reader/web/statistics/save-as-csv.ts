import type { Statistics } from '../../contract.ts';
import { toCsv } from '../../model/statistics-csv.ts';

type Column = 'chapter' | 'title' | 'readers' | 'ended' | 'day' | 'language';

/** Downloads the figures as a CSV file: chapters, days and languages, one table below the other. */
export function saveAsCsv(statistics: Statistics, name: Record<Column, string>): void {
  const { story, span, chapters, days, languages } = statistics;
  const csv = toCsv([
    [name.chapter, name.title, name.readers, name.ended],
    ...chapters.map(({ number, title, opened, ended }) => [number, title, opened, ended]),
    [],
    [name.day, name.readers],
    ...days.map(({ day, readers }) => [day, readers]),
    [],
    [name.language, name.readers],
    ...languages.map(({ language, readers }) => [language, readers]),
  ]);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `statistics-${story.id}-${span}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
