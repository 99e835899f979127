import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileKind, OwnFile } from '../../../api/studio';
import { FormProblem } from '../../../ui/forms/form-problem';
import { DropArea } from './drop-area';
import { FileButton } from './file-button';
import { pdfProblem } from './file-checks';
import { FileState } from './file-state';
import { NewVersion } from './new-version';
import { SendingFile } from './sending-file';
import styles from './uploads.module.css';
import type { Upload } from './use-uploads';

export interface FileDetails {
  kind: FileKind;
  changelog?: string;
}

interface FileSlotProps {
  kind: FileKind;
  patternId: string;
  /** Newest first. */
  versions: OwnFile[];
  upload: Upload<FileDetails> | undefined;
  onSend: (file: File, details: FileDetails) => void;
  onRetry: () => void;
  onCancel: () => void;
}

/** The files of one kind: the version on sale, the version being checked, and the button that chooses a new file. */
export function FileSlot({ kind, patternId, versions, upload, onSend, onRetry, onCancel }: FileSlotProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const [newVersion, setNewVersion] = useState<File | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [newest] = versions;
  const onSale = versions.find(({ for_sale: forSale }) => forSale);
  const busy = Boolean(upload && !upload.problem) || newest?.state === 'uploaded';
  const pickLabel = onSale ? 'newVersion' : newest ? 'another' : 'choose';
  const name = t(`pattern:kind.${kind}`);
  const pick = ([file]: File[]) => {
    if (!file) return;
    const problemKey = pdfProblem(file);
    setProblem(problemKey);
    if (problemKey) return;
    if (upload) onCancel();
    if (onSale) setNewVersion(file);
    else send(file);
  };
  const send = (file: File, changelog?: string) => {
    setNewVersion(null);
    onSend(file, { kind, ...(changelog && { changelog }) });
    // The focused button disappears, so the heading takes the focus.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <DropArea disabled={busy} onDrop={pick}>
      <div className={styles.slotHead}>
        <div>
          <h3 ref={heading} tabIndex={-1}>
            {name}
          </h3>
          <p className="muted small">{t(`pattern:kindNote.${kind}`)}</p>
        </div>
        {!busy && !newVersion && (
          <FileButton
            accept="application/pdf,.pdf"
            label={t(`studio:file.pick.${pickLabel}Kind`, { kind: name })}
            onPick={pick}
          >
            {t(`studio:file.pick.${pickLabel}`)}
          </FileButton>
        )}
      </div>
      {newest && !upload && <FileState file={newest} patternId={patternId} />}
      {onSale && onSale !== newest && (
        <p className="muted small">{t('studio:file.stillSold', { version: onSale.version })}</p>
      )}
      {problem && <FormProblem text={t(problem)} />}
      {newVersion && (
        <NewVersion
          file={newVersion}
          onCancel={() => setNewVersion(null)}
          onSend={(changelog) => send(newVersion, changelog)}
        />
      )}
      {upload && <SendingFile upload={upload} onRetry={onRetry} onCancel={onCancel} />}
    </DropArea>
  );
}
