import { Button, Tabs, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../api/types';
import { type DraftTexts, LANGUAGES, otherLanguage } from './draft';
import { isBlankTable } from './draft-text';
import type { Fields } from './fields';
import { Section } from './section';
import styles from '../studio.module.css';
import { TableEditor } from './table-editor';

interface TextsSectionProps {
  fields: Fields;
  shown: Language;
  onShow: (language: Language) => void;
}

export function TextsSection({ fields, shown, onShow }: TextsSectionProps) {
  const { t } = useTranslation();
  const { main, problems } = fields;
  const hasProblem = (language: Language) => Object.keys(problems).some((name) => name.endsWith(`.${language}`));
  return (
    <Section id="texts" title={t('studio:texts.title')} text={t('studio:texts.text')}>
      <Tabs value={shown} onChange={(value) => onShow(value === 'en' ? 'en' : 'de')} className={styles.tabs}>
        <Tabs.List aria-label={t('common:language')}>
          {[main, otherLanguage(main)].map((language) => (
            <Tabs.Tab key={language} value={language} data-troubled={hasProblem(language) || undefined}>
              {t(`detail:languages.${language}`)}
              {hasProblem(language) && <span className={styles.invalid}>{t('studio:texts.troubled')}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language} lang={language === shown ? undefined : language}>
            {language !== main && <p className="muted small">{t('studio:texts.optional')}</p>}
            <Texts fields={fields} language={language} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Section>
  );
}

function Texts({ fields, language }: { fields: Fields; language: Language }) {
  const { t } = useTranslation();
  const { draft, main, problems, setText } = fields;
  const texts = draft[language];
  const field = (name: Exclude<keyof DraftTexts, 'size_chart'>) => {
    const problem = problems[`${name}.${language}`];
    return {
      size: 'md' as const,
      label: t(`studio:field.${name}`),
      lang: language,
      value: texts[name],
      error: problem && t(problem),
      onChange: (event: { currentTarget: { value: string } }) => setText(language, name, event.currentTarget.value),
    };
  };
  const required = language === main;
  const chartProblem = problems[`size_chart.${language}`];
  const otherChart = draft[otherLanguage(language)].size_chart;
  return (
    <div className={styles.fields}>
      <TextInput {...field('title')} required={required} />
      <Textarea {...field('description')} description={t('studio:hint.description')} rows={6} required={required} />
      <div className={styles.pair}>
        <TextInput {...field('estimated_time')} description={t('studio:hint.estimated_time')} />
        <TextInput {...field('seam_allowance')} description={t('studio:hint.seam_allowance')} />
      </div>
      <div className={styles.pair}>
        <Textarea {...field('materials')} description={t('studio:hint.lines')} rows={3} />
        <Textarea {...field('notions')} description={t('studio:hint.lines')} rows={3} />
        <Textarea {...field('tools')} description={t('studio:hint.lines')} rows={3} />
        <Textarea {...field('techniques')} description={t('studio:hint.lines')} rows={3} />
      </div>
      <Textarea {...field('notes')} description={t('studio:hint.notes')} rows={3} />
      <TextInput {...field('tags')} description={t('studio:hint.tags')} />
      <div className={styles.table}>
        <h3>{t('detail:sizeChart.title')}</h3>
        <p className="muted small">{t('studio:hint.size_chart')}</p>
        <TableEditor
          label={t('detail:sizeChart.title')}
          table={texts.size_chart}
          columnName={(number) => t('studio:table.column', { number })}
          addColumn={t('studio:table.addColumn')}
          max={{ columns: 12, rows: 60 }}
          error={chartProblem && t(chartProblem)}
          onChange={(table) => setText(language, 'size_chart', table)}
        />
        {isBlankTable(texts.size_chart) && !isBlankTable(otherChart) && (
          <div>
            <Button variant="subtle" onClick={() => setText(language, 'size_chart', otherChart)}>
              {t('studio:table.copy')}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
