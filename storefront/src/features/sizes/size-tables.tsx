import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { ScrollTable } from '../../ui/texts/scroll-table';
import { children, convert, otherCountries, men, type Unit, women } from './measurements';
import styles from './sizes.module.css';

/** The tables of body measurements, and the table with the sizes of other countries. */
export function SizeTables({ unit }: { unit: Unit }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimal = (value: number) => formatNumber(value, language);
  return (
    <div className={styles.tables}>
      {[women, men, children].map(({ name, columns, rows }) => (
        <section key={name} aria-labelledby={name}>
          <h3 id={name}>{t(`sizes:tables.${name}.title`)}</h3>
          <p className="muted">{t(`sizes:tables.${name}.text`)}</p>
          <ScrollTable
            label={`${t(`sizes:tables.${name}.title`)}, ${t(`sizes:unit.${unit}`)}`}
            columns={[t('sizes:column.size'), ...columns.map((column) => t(`sizes:column.${column}`))]}
            rows={rows.map(([size, ...values]) => [size, ...values.map((value) => convert(value, unit, decimal))])}
          />
        </section>
      ))}
      <section>
        <h3>{t('sizes:elsewhere.title')}</h3>
        <p className="muted">{t('sizes:elsewhere.text')}</p>
        <ScrollTable
          label={t('sizes:elsewhere.title')}
          columns={otherCountries.columns.map((name) => t(`sizes:elsewhere.${name}`))}
          rows={otherCountries.rows}
        />
      </section>
    </div>
  );
}
