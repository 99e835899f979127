import { useTranslation } from 'react-i18next';
import type { OwnFile } from '../../../api/studio';
import type { Language } from '../../../api/types';
import { formatSize } from '../../../lib/format';
import { useLanguage } from '../../../lib/language-path';
import { CheckLine } from './check-line';
import { ConfirmFile } from './confirm-file';
import { findOversizedPage } from './file-checks';
import styles from './uploads.module.css';

/** The progress or the result of a file's check. The server provides the messages. */
export function FileState({ file, patternId }: { file: OwnFile; patternId: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const oversizedPage = findOversizedPage(file);
  return (
    <div className={styles.state} data-state={file.state}>
      <p className={styles.fileName}>
        {file.file_name}
        {file.version > 1 && (
          <span className="muted small"> {t('studio:file.version', { version: file.version })}</span>
        )}
      </p>
      <output className={styles.verdict}>{file.message}</output>
      {file.state === 'uploaded' && <CheckLine step={file.step} />}
      {file.pages !== null && file.pages > 0 && <p className="figures small">{fileSummary(t, file, language)}</p>}
      {oversizedPage && (
        <p className={styles.hint}>
          {t('studio:file.paper', {
            kind: t(`pattern:kind.${file.kind}`),
            width: oversizedPage.width,
            height: oversizedPage.height,
          })}
        </p>
      )}
      {file.flags.length > 0 && (
        <ul className={styles.flags} aria-label={t('studio:file.found')}>
          {file.flags.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
      {file.state === 'needs-confirmation' && <ConfirmFile file={file} patternId={patternId} />}
      {file.changelog && <p className="muted small">{t('studio:file.said', { text: file.changelog })}</p>}
    </div>
  );
}

function fileSummary(t: ReturnType<typeof useTranslation>['t'], file: OwnFile, language: Language): string {
  const sizes = file.page_sizes.map(({ width, height }) => t('studio:file.pageSize', { width, height }));
  return [
    t('pattern:pages', { count: file.pages ?? 0 }),
    file.kind !== 'instructions' && file.sheets > 0 && t('pattern:sheets', { count: file.sheets }),
    sizes.length > 3 ? t('studio:file.manySizes', { count: sizes.length }) : sizes.join(' / '),
    file.bytes !== null && formatSize(file.bytes, language),
  ]
    .filter(Boolean)
    .join(', ');
}
