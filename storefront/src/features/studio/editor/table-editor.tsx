import { Button } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Table } from './draft-text';
import { growTable, type TableLimits, parseCells, without, withoutColumn, writeCells } from './table-changes';
import styles from './table-editor.module.css';

interface TableEditorProps {
  label: string;
  table: Table;
  /** The fixed heading of the first column. A table with a fixed heading starts with two columns. */
  firstColumn?: string;
  columnName: (number: number) => string;
  addColumn: string;
  max: TableLimits;
  error: string | undefined;
  inputMode?: 'decimal';
  onChange: (table: Table) => void;
}

/** An editor for a small table. The keys ↑, ↓ and Enter change the row; cells of a spreadsheet can be pasted. */
export function TableEditor(props: TableEditorProps) {
  const { t } = useTranslation();
  const tableElement = useRef<HTMLTableElement>(null);
  const grid = useGrid(props, (row, column) =>
    requestAnimationFrame(() => {
      tableElement.current?.querySelector<HTMLElement>(`[data-cell="${row}-${column}"]`)?.focus();
    }),
  );
  const { columns, rows, fixed, max, error, errorId } = grid;
  return (
    <fieldset className={styles.editor} aria-label={props.label}>
      {columns.length > 0 && (
        <div className={styles.scroll}>
          <table ref={tableElement} className="figures">
            <Head grid={grid} />
            <tbody>
              {rows.map((_, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- rows have no id
                <Row key={index} grid={grid} index={index} />
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
        {columns.length > fixed && rows.length < max.rows && (
          <Button variant="outline" onClick={grid.addRow}>
            {t('studio:table.addRow')}
          </Button>
        )}
        {columns.length < max.columns && (
          <Button variant="outline" onClick={grid.addColumn}>
            {columns.length === 0 ? t('studio:table.begin') : props.addColumn}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type Grid = ReturnType<typeof useGrid>;

/**
 * The table and the functions that change it. After a row or a column is added or removed, the cell where the user
 * continues gets the focus. Row 0 is the head.
 */
function useGrid(props: TableEditorProps, focus: (row: number, column: number) => void) {
  const { table, firstColumn, columnName, max, error, inputMode, onChange } = props;
  const { columns, rows } = table;
  const fixed = firstColumn === undefined ? 0 : 1;
  const name = (column: number) => columnName(column + 1 - fixed);
  const write = (row: number, column: number, block: string[][]) =>
    onChange(writeCells(table, row, column, block, max));
  const addRow = () => {
    onChange(growTable(table, { rows: rows.length + 1, columns: columns.length }, max));
    focus(rows.length + 1, 0);
  };
  return {
    columns,
    rows,
    fixed,
    firstColumn,
    max,
    error,
    inputMode,
    errorId: useId(),
    name,
    heading: (column: number) => columns[column] || name(column),
    write,
    addRow,
    addColumn: () => {
      onChange(growTable(table, { rows: 1, columns: Math.max(columns.length, fixed) + 1 }, max));
      focus(0, Math.max(columns.length, fixed));
    },
    removeColumn: (column: number) => {
      const remaining = withoutColumn(table, column);
      onChange(remaining.columns.length > fixed ? remaining : { columns: [], rows: [] });
      focus(0, Math.max(fixed, column - 1));
    },
    removeRow: (index: number) => {
      onChange({ columns, rows: without(rows, index) });
      const next = Math.min(index + 1, rows.length - 1);
      // The head of a fixed column has no input.
      focus(next, next === 0 ? fixed : 0);
    },
    pressKey: (event: KeyboardEvent, row: number, column: number) => {
      const down = event.key === 'ArrowDown' || event.key === 'Enter';
      if (!down && event.key !== 'ArrowUp') return;
      event.preventDefault();
      if (event.key === 'Enter' && row === rows.length && rows.length < max.rows) return addRow();
      focus(row + (down ? 1 : -1), column);
    },
    paste: (event: ClipboardEvent, row: number, column: number) => {
      const block = parseCells(event.clipboardData.getData('text'));
      if (!block) return;
      event.preventDefault();
      write(row, column, block);
    },
  };
}

function Head({ grid }: { grid: Grid }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        {grid.columns.map((text, column) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns have no id
          <th key={column} scope="col">
            {column < grid.fixed ? (
              <span className={styles.fixed}>{grid.firstColumn}</span>
            ) : (
              <span className={styles.head}>
                <Cell grid={grid} row={0} column={column} text={text} label={grid.name(column)} numeric />
                <button
                  type="button"
                  aria-label={t('studio:table.removeColumn', { name: grid.heading(column) })}
                  onClick={() => grid.removeColumn(column)}
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
  );
}

function Row({ grid, index }: { grid: Grid; index: number }) {
  const { t } = useTranslation();
  const row = grid.rows[index]!;
  const label = (column: number) =>
    t('studio:table.cell', {
      column: column < grid.fixed ? grid.firstColumn : grid.heading(column),
      row: (column > 0 && row[0]) || index + 1,
    });
  return (
    <tr>
      {grid.columns.map((_, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns have no id
        <td key={column}>
          <Cell
            grid={grid}
            row={index + 1}
            column={column}
            text={row[column] ?? ''}
            label={label(column)}
            numeric={column > 0}
          />
        </td>
      ))}
      <td>
        <button
          type="button"
          aria-label={t('studio:table.removeRow', { name: row[0] || index + 1 })}
          onClick={() => grid.removeRow(index)}
        >
          ×
        </button>
      </td>
    </tr>
  );
}

interface CellProps {
  grid: Grid;
  row: number;
  column: number;
  text: string;
  label: string;
  numeric: boolean;
}

function Cell({ grid, row, column, text, label, numeric }: CellProps) {
  const { error, errorId, fixed, inputMode } = grid;
  return (
    <input
      data-cell={`${row}-${column}`}
      value={text}
      aria-label={label}
      aria-invalid={(error && row === 0 && column === fixed) || undefined}
      aria-describedby={error ? errorId : undefined}
      inputMode={numeric ? inputMode : undefined}
      autoComplete="off"
      onChange={(event) => grid.write(row, column, [[event.currentTarget.value]])}
      onKeyDown={(event) => grid.pressKey(event, row, column)}
      onPaste={(event) => grid.paste(event, row, column)}
    />
  );
}
