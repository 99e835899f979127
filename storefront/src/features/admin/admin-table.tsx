import type { ComponentProps } from 'react';
import styles from './admin.module.css';

interface AdminTableProps extends ComponentProps<'table'> {
  caption?: string;
  columns: readonly string[];
}

/** A table that becomes a list of cards on a phone. Its children are `<tbody>` elements. */
export function AdminTable({ caption, columns, className = '', children, ...table }: AdminTableProps) {
  return (
    <table {...table} className={`${styles.table} ${className}`}>
      {caption && <caption className="visually-hidden">{caption}</caption>}
      <TableHead columns={columns} />
      {children}
    </table>
  );
}

export function TableHead({ columns }: { columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  );
}
