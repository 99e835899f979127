import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MeasuredFigure } from '../../features/sizes/measured-figure';
import type { Unit } from '../../features/sizes/measurements';
import { SizeTables } from '../../features/sizes/size-tables';
import styles from '../../features/sizes/sizes.module.css';
import { PageHead } from '../../ui/texts/page-head';
import { TestSquare } from '../../ui/patterns/test-square';
import { RichText } from '../../ui/texts/rich-text';

export function Page() {
  const { t } = useTranslation();
  const [unit, setUnit] = useState<Unit>('cm');
  return (
    <div className={`page ${styles.page}`}>
      <PageHead title={t('sizes:title')} description={t('sizes:description')} />
      <h1>{t('sizes:title')}</h1>
      <p className={styles.lead}>{t('sizes:lead')}</p>
      <p className={styles.note}>
        <strong>{t('sizes:note.title')}</strong> <RichText text={t('sizes:note.text')} />
      </p>
      <HowToMeasure />
      <section aria-labelledby="tables">
        <div className={styles.bar}>
          <h2 id="tables">{t('sizes:tables.title')}</h2>
          <div className={styles.bar}>
            <fieldset className={styles.units} aria-label={t('sizes:unit.label')}>
              {(['cm', 'in'] as const).map((name) => (
                <label key={name}>
                  <input type="radio" name="unit" checked={unit === name} onChange={() => setUnit(name)} />
                  {t(`sizes:unit.${name}`)}
                </label>
              ))}
            </fieldset>
            <Button variant="outline" className={styles.print} onClick={() => window.print()}>
              {t('sizes:print')}
            </Button>
          </div>
        </div>
        <SizeTables unit={unit} />
      </section>
      <TestSquare />
    </div>
  );
}

function HowToMeasure() {
  const { t } = useTranslation();
  const steps = t('sizes:measure.steps', { returnObjects: true }) as { name: string; text: string }[];
  return (
    <section className={styles.measure} aria-labelledby="measure">
      <MeasuredFigure label={t('sizes:measure.figure')} />
      <div>
        <h2 id="measure">{t('sizes:measure.title')}</h2>
        <p>{t('sizes:measure.text')}</p>
        <ol className={styles.steps}>
          {steps.map(({ name, text }) => (
            <li key={name}>
              <strong>{name}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
