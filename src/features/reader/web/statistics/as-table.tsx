import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './statistics.module.css';

/** The data of a chart as a folded table. All columns except the first contain numbers. */
export function AsTable({ caption, columns, rows }: { caption: string; columns: string[]; rows: Row[] }) {
  const t = useT('statistics');
  return (
    <details className={styles.fold}>
      <summary>
        {t('statistics.as_table')}
        <span className="hide">: {caption}</span>
        <Icon of={ChevronDown} />
      </summary>
      <div className={styles.inside}>
        <table className={styles.log}>
          <caption className="hide">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={column} scope="col" className={i > 0 ? styles.num : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, values }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {values.map((value, i) => (
                  <td key={columns[i + 1]} className={styles.num}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

interface Row {
  key: string;
  name: ReactNode;
  values: string[];
}
