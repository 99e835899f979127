import styles from './scroll-table.module.css';

interface ScrollTableProps {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A table that scrolls horizontally on a narrow screen. The first cell of each row is the heading of the row. */
export function ScrollTable({ label, columns, rows }: ScrollTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={`${styles.table} figures`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
