import { NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bookFormats, fetchBooks } from '../../../api/admin';
import { useLanguage } from '../../../lib/language-path';
import { Button } from '../../../ui/forms/button';
import { ActionFailed } from '../action-failed';
import { useAdminView } from '../use-admin-view';
import styles from './book-export.module.css';
import { lastQuarter, monthName, offeredParts, offeredYears } from './book-periods';

/** Downloads the documents of a period for the tax adviser. The chosen format is in the URL. */
export function BookExport() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { view, change } = useAdminView();
  const format = bookFormats.find((name) => name === view.filter) ?? 'journal';
  const [now] = useState(() => new Date());
  const [period, setPeriod] = useState(() => lastQuarter(now));
  const parts = offeredParts(format);
  const part = parts.includes(period.part) ? period.part : parts[0]!;
  const download = useMutation({ mutationFn: fetchBooks, onSuccess: save });
  const partName = (name: string) => {
    if (name === '') return t('admin:books.wholeYear');
    return name.startsWith('Q') ? t('admin:books.quarter', { number: name.slice(1) }) : monthName(name, language);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    download.mutate({ format, period: part ? `${period.year}-${part}` : period.year });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <p className="muted">{t('admin:books.intro')}</p>
      <NativeSelect
        className={styles.wide}
        label={t('admin:books.format')}
        description={t(`admin:books.hint.${format}`)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={format}
        onChange={({ currentTarget: { value } }) => change({ filter: value === 'journal' ? '' : value })}
        data={bookFormats.map((value) => ({ value, label: t(`admin:books.name.${value}`) }))}
      />
      <NativeSelect
        label={t('admin:books.year')}
        value={period.year}
        onChange={({ currentTarget: { value } }) => setPeriod({ year: value, part })}
        data={offeredYears(now)}
      />
      <NativeSelect
        label={t('admin:books.part')}
        value={part}
        onChange={({ currentTarget: { value } }) => setPeriod({ ...period, part: value })}
        data={parts.map((value) => ({ value, label: partName(value) }))}
      />
      <div className={styles.wide}>
        <Button type="submit" loading={download.isPending}>
          {t('admin:books.action')}
        </Button>
        <output className={styles.done}>{download.data && t('admin:books.done', { name: download.data.name })}</output>
        <ActionFailed title={t('admin:books.failed')} error={download.error} />
      </div>
    </form>
  );
}

function save({ file, name }: { file: Blob; name: string }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
