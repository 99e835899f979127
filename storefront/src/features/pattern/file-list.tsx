import { useTranslation } from 'react-i18next';
import type { PatternFile } from '../../api/types';
import { formatSize } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import styles from './sections.module.css';

/** The files by kind, with the number of printed sheets. */
export function FileList({ files }: { files: PatternFile[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section aria-labelledby="files" className={styles.files}>
      <h2 id="files">{t('detail:files.title')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <strong>{t(`pattern:kind.${file.kind}`)}</strong>
            <span className="muted small">{t(`pattern:kindNote.${file.kind}`)}</span>
            <span className="figures">
              {[
                t('pattern:pages', { count: file.pages }),
                ...(file.sheets > 0 ? [t('pattern:sheets', { count: file.sheets })] : []),
                formatSize(file.bytes, language),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
