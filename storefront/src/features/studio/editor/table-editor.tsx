import { Button } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from './draft';
import { cellsOf, grown, type Most, without, withoutColumn, written } from './table-changes';
import styles from './table-editor.module.css';

interface TableEditorProps {
  label: string;
  table: Table;
  /** The head of a first column that cannot be changed, and a second one to begin with. */
  firstColumn?: string;
  columnName: (number: number) => string;
  addColumn: string;
  most: Most;
  error: string | undefined;
  inputMode?: 'decimal';
  onChange: (table: Table) => void;
}

/** A small table to type in: arrows go up and down, Enter goes on, and cells of a spreadsheet can be pasted. */
export function TableEditor({ label, table, firstColumn, columnName, addColumn, most, ...rest }: TableEditorProps) {
  const { error, inputMode, onChange } = rest;
  const { t } = useTranslation();
  const errorId = useId();
  const place = useRef<HTMLTableElement>(null);
  const { columns, rows } = table;
  const fixed = firstColumn === undefined ? 0 : 1;

  /** Row 0 is the head. */
  const focus = (row: number, column: number) =>
    requestAnimationFrame(() => {
      place.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus();
    });
  const write = (row: number, column: number, block: string[][]) => onChange(written(table, row, column, block, most));
  const addRow = () => {
    onChange(grown(table, { rows: rows.length + 1, columns: columns.length }, most));
    focus(rows.length + 1, 0);
  };
  const widen = () => {
    onChange(grown(table, { rows: 1, columns: Math.max(columns.length, fixed) + 1 }, most));
    focus(0, Math.max(columns.length, fixed));
  };
  const removeColumn = (column: number) => {
    const left = withoutColumn(table, column);
    onChange(left.columns.length > fixed ? left : { columns: [], rows: [] });
    focus(0, Math.max(fixed, column - 1));
  };
  const removeRow = (index: number) => {
    onChange({ columns, rows: without(rows, index) });
    focus(Math.min(index + 1, rows.length - 1), 0);
  };
  const keys = (event: KeyboardEvent, row: number, column: number) => {
    const down = event.key === 'ArrowDown' || event.key === 'Enter';
    if (!down && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (event.key === 'Enter' && row === rows.length && rows.length < most.rows) return addRow();
    focus(row + (down ? 1 : -1), column);
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const block = cellsOf(event.clipboardData.getData('text'));
    if (!block) return;
    event.preventDefault();
    write(row, column, block);
  };
  const cell = (row: number, column: number, text: string, name: string, numeric: boolean) => (
    <input
      data-cell={`${row}-${column}`}
      value={text}
      aria-label={name}
      aria-invalid={(error && row === 0 && column === fixed) || undefined}
      aria-describedby={error ? errorId : undefined}
      inputMode={numeric ? inputMode : undefined}
      autoComplete="off"
      onChange={(event) => write(row, column, [[event.currentTarget.value]])}
      onKeyDown={(event) => keys(event, row, column)}
      onPaste={(event) => paste(event, row, column)}
    />
  );
  const headOf = (column: number) => columns[column] || columnName(column + 1 - fixed);
  return (
    <fieldset className={styles.editor} aria-label={label}>
      {columns.length > 0 && (
        <div className={styles.scroll}>
          <table ref={place} className="figures">
            <thead>
              <tr>
                {columns.map((text, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity
                  <th key={column} scope="col">
                    {column < fixed ? (
                      <span className={styles.fixed}>{firstColumn}</span>
                    ) : (
                      <span className={styles.head}>
                        {cell(0, column, text, columnName(column + 1 - fixed), true)}
                        <button
                          type="button"
                          aria-label={t('studio:table.removeColumn', { name: headOf(column) })}
                          onClick={() => removeColumn(column)}
                        >
                          ×
                        </button>
                      </span>
                    )}
                  </th>
                ))}
                <td aria-hidden="true" />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no other identity
                <tr key={index}>
                  {columns.map((_, column) => (
                    // oxlint-disable-next-line react/no-array-index-key -- as above
                    <td key={column}>
                      {cell(
                        index + 1,
                        column,
                        row[column] ?? '',
                        t('studio:table.cell', {
                          column: column < fixed ? firstColumn : headOf(column),
                          row: (column > 0 && row[0]) || index + 1,
                        }),
                        column > 0,
                      )}
                    </td>
                  ))}
                  <td>
                    <button
                      type="button"
                      aria-label={t('studio:table.removeRow', { name: row[0] || index + 1 })}
                      onClick={() => removeRow(index)}
                    >
                      ×
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      <div className={styles.actions}>
        {columns.length > fixed && rows.length < most.rows && (
          <Button variant="outline" onClick={addRow}>
            {t('studio:table.addRow')}
          </Button>
        )}
        {columns.length < most.columns && (
          <Button variant="outline" onClick={widen}>
            {columns.length === 0 ? t('studio:table.begin') : addColumn}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
