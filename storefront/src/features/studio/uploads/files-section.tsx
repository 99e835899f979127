import { useTranslation } from 'react-i18next';
import type { OwnPattern } from '../../../api/studio';
import { FILE_KINDS } from '../../../lib/shop-rules';
import { listVersions } from './file-checks';
import { type FileDetails, FileSlot } from './file-slot';
import { Section } from '../editor/section';
import styles from './uploads.module.css';
import type { useUploads } from './use-uploads';

interface FilesSectionProps {
  pattern: OwnPattern | undefined;
  uploads: ReturnType<typeof useUploads<FileDetails>>;
}

export function FilesSection({ pattern, uploads }: FilesSectionProps) {
  const { t } = useTranslation();
  return (
    <Section id="files" title={t('studio:file.title')} text={t('studio:file.text')}>
      {pattern ? (
        <ul className={styles.slots}>
          {FILE_KINDS.map((kind) => (
            <li key={kind}>
              <FileSlot
                kind={kind}
                patternId={pattern.id}
                versions={listVersions(pattern.files, kind)}
                upload={uploads.uploads[kind]}
                onSend={(file, details) => void uploads.start(kind, file, details)}
                onRetry={() => uploads.retry(kind)}
                onCancel={() => uploads.remove(kind)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('studio:file.saveFirst')}</p>
      )}
    </Section>
  );
}
