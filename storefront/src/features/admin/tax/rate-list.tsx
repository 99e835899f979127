import { useTranslation } from 'react-i18next';
import type { TaxOverview } from '../../../api/admin';
import { formatNumber } from '../../../lib/format';
import { formatLegalDate } from '../../../lib/format-date';
import { useLanguage } from '../../../lib/language-path';
import { AdminTable } from '../admin-table';

const columns = ['country', 'rate', 'from'] as const;

/** The confirmed rates by country, the newest first. A future rate is listed before the present one. */
export function RateList({ rates }: Pick<TaxOverview, 'rates'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const label = (column: (typeof columns)[number]) => t(`admin:tax.rates.column.${column}`);
  return (
    <AdminTable caption={t('admin:tax.rates.caption')} columns={columns.map(label)}>
      <tbody>
        {rates.map(({ country, name, rate, validFrom }) => (
          <tr key={`${country} ${validFrom}`}>
            <th scope="row">{name}</th>
            <td data-label={label('rate')} className="figures">
              {t('admin:tax.rates.percent', { rate: formatNumber(rate, language) })}
            </td>
            <td data-label={label('from')}>{formatLegalDate(validFrom, language)}</td>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}
