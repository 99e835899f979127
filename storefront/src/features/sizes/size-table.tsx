import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { measured, type SizeTable as Measures, type Unit } from './measurements';
import { ScrollTable } from './scroll-table';

export function SizeTable({ table, unit }: { table: Measures; unit: Unit }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimal = (value: number) => formatNumber(value, language);
  return (
    <ScrollTable
      label={`${t(`sizes:tables.${table.name}.title`)}, ${t(`sizes:unit.${unit}`)}`}
      columns={[t('sizes:column.size'), ...table.columns.map((column) => t(`sizes:column.${column}`))]}
      rows={table.rows.map(([size, ...values]) => [size, ...values.map((value) => measured(value, unit, decimal))])}
    />
  );
}
