import { useTranslation } from 'react-i18next';
import type { PatternDetails } from '../../api/types';
import { formatNumber } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { ScrollTable } from '../../ui/texts/scroll-table';
import styles from './sections.module.css';

export function SizeChart({ chart }: { chart: PatternDetails['size_chart'] }) {
  const { t } = useTranslation();
  if (chart.rows.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 id="size-chart">{t('detail:sizeChart.title')}</h2>
      <p className="muted">{t('detail:sizeChart.text')}</p>
      <ScrollTable label={t('detail:sizeChart.title')} columns={chart.columns} rows={chart.rows} />
    </section>
  );
}

export function Fabric({ fabric }: { fabric: PatternDetails['fabric'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (fabric.length === 0) return null;
  const sizes = fabric[0]!.meters.map(({ size }) => size);
  const columns = [
    t('detail:fabric.size'),
    ...fabric.map(({ width_cm: width }) => t('detail:fabric.width', { width })),
  ];
  const rows = sizes.map((size) => [
    size,
    ...fabric.map(({ meters }) => formatMetres(meters.find((entry) => entry.size === size)?.m)),
  ]);
  function formatMetres(m: number | undefined): string {
    return m === undefined ? '–' : t('detail:fabric.metres', { metres: formatNumber(m, language, 2) });
  }
  return (
    <section className={styles.section}>
      <h2 id="fabric">{t('detail:fabric.title')}</h2>
      <p className="muted">{t('detail:fabric.text')}</p>
      <ScrollTable label={t('detail:fabric.title')} columns={columns} rows={rows} />
    </section>
  );
}
