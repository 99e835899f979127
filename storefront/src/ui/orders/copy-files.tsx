import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shopConfig } from '../../api/config';
import type { CopyFile, Language } from '../../api/types';
import { formatSize } from '../../lib/format';
import { useLanguage } from '../../lib/language-path';
import { errorMessage } from '../../lib/errors/error-message';
import { useDownload } from '../../lib/hooks/use-download';
import styles from './copy-files.module.css';
import { FormProblem } from '../forms/form-problem';

interface CopyFilesProps {
  purchaseId: string;
  token: string | null;
  canDownload: boolean;
  files: CopyFile[];
}

/** Lists the files of a purchase. Each file has its number of used downloads and a download button. */
export function CopyFiles({ purchaseId, token, canDownload, files }: CopyFilesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const download = useDownload({ purchaseId, token });
  return (
    <>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id}>
            <div>
              <strong>{t(`pattern:kind.${file.kind}`)}</strong>
              <p className="muted small figures">{sizeText(t, file, language)}</p>
              {file.state === 'ready' && <p className="muted small figures">{downloadsText(t, file)}</p>}
              {file.version > 1 && (
                <p className={`${styles.version} small`}>
                  {t(file.changelog ? 'downloads:newVersionWith' : 'downloads:newVersion', {
                    version: file.version,
                    changelog: file.changelog,
                  })}
                </p>
              )}
            </div>
            <FileAction
              file={file}
              canDownload={canDownload}
              loading={download.isPending && download.variables === file.id}
              onDownload={() => download.mutate(file.id)}
            />
          </li>
        ))}
      </ul>
      {download.isError && <DownloadProblem error={download.error} />}
    </>
  );
}

interface FileActionProps {
  file: CopyFile;
  canDownload: boolean;
  loading: boolean;
  onDownload: () => void;
}

function FileAction({ file, canDownload, loading, onDownload }: FileActionProps) {
  const { t } = useTranslation();
  const kind = t(`pattern:kind.${file.kind}`);
  if (file.state !== 'ready') return <p className="muted small">{t(`downloads:fileState.${file.state}`)}</p>;
  const isUsedUp = file.downloadCount >= file.downloadLimit;
  return (
    <Button
      variant="outline"
      loading={loading}
      disabled={isUsedUp || !canDownload}
      onClick={onDownload}
      aria-label={t('downloads:downloadKind', { kind })}
    >
      {t('downloads:download')}
    </Button>
  );
}

export function DownloadProblem({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { supportEmail } = shopConfig();
  const support = supportEmail ? ` ${t('later:support')} ${supportEmail}` : '';
  return <FormProblem text={errorMessage(t, error, t('downloads:failed')) + support} error={error} />;
}

function downloadsText(t: ReturnType<typeof useTranslation>['t'], { downloadCount, downloadLimit }: CopyFile): string {
  return downloadCount >= downloadLimit
    ? t('downloads:spent')
    : t('downloads:used', { used: downloadCount, limit: downloadLimit });
}

function sizeText(t: ReturnType<typeof useTranslation>['t'], file: CopyFile, language: Language): string {
  const paper =
    file.kind === 'instructions'
      ? t('pattern:pages', { count: file.pages })
      : t('pattern:sheets', { count: file.sheets });
  const size = file.bytes === null ? [] : [formatSize(file.bytes, language)];
  return [paper, ...size].join(', ');
}
