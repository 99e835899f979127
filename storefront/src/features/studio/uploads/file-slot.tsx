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
  /** The newest first. */
  versions: OwnFile[];
  upload: Upload<FileDetails> | undefined;
  onSend: (file: File, details: FileDetails) => void;
  onRetry: () => void;
  onDrop: () => void;
}

/** The files of one kind: the one on sale, the one being checked, and the button for a new one. */
export function FileSlot({ kind, patternId, versions, upload, onSend, onRetry, onDrop }: FileSlotProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<File | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [newest] = versions;
  const onSale = versions.find(({ for_sale: sold }) => sold);
  const busy = Boolean(upload && !upload.problem) || newest?.state === 'uploaded';
  const pickLabel = onSale ? 'newVersion' : newest ? 'another' : 'choose';
  const name = t(`pattern:kind.${kind}`);
  const pick = ([file]: File[]) => {
    if (!file) return;
    const wrong = pdfProblem(file);
    setProblem(wrong);
    if (wrong) return;
    if (upload) onDrop();
    if (onSale) setWaiting(file);
    else send(file);
  };
  const send = (file: File, changelog?: string) => {
    setWaiting(null);
    onSend(file, { kind, ...(changelog && { changelog }) });
    // The clicked button, which has the focus, disappears.
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
        {!busy && !waiting && (
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
      {waiting && (
        <NewVersion file={waiting} onCancel={() => setWaiting(null)} onSend={(changelog) => send(waiting, changelog)} />
      )}
      {upload && <SendingFile upload={upload} onRetry={onRetry} onDrop={onDrop} />}
    </DropArea>
  );
}
