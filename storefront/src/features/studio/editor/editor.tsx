import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnPattern, sendFile, studio } from '../../../api/studio';
import { FabricSection } from './fabric-section';
import { LicenceSection } from './licence-section';
import { PropertiesSection } from './properties-section';
import { toPictureType } from '../uploads/file-checks';
import type { FileDetails } from '../uploads/file-slot';
import { FilesSection } from '../uploads/files-section';
import { LeaveGuard } from './leave-guard';
import { PicturesSection } from '../uploads/pictures-section';
import { PublishPanel } from './publish-panel';
import { SaveBar } from './save-bar';
import styles from '../studio.module.css';
import { TextsSection } from './texts-section';
import { useEditor } from './use-editor';
import { useUploads } from '../uploads/use-uploads';

interface EditorProps {
  /** Undefined until a new pattern is saved for the first time. */
  pattern: OwnPattern | undefined;
  onCreated: (id: string) => void;
}

export function Editor({ pattern, onCreated }: EditorProps) {
  const { t } = useTranslation();
  const { fields, input, saving, save, shown, setShown, problemCount } = useEditor(pattern, onCreated);
  const files = useFileUploads(pattern?.id ?? '');
  const pictures = usePictureUploads(pattern?.id ?? '');
  useIgnoredDrops();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        {input.restored && (
          <div className={styles.restored}>
            <output>{t('studio:restored.text')}</output>
            <button type="button" className="link-button" onClick={input.discard}>
              {t('studio:restored.drop')}
            </button>
          </div>
        )}
        <form ref={form} noValidate onSubmit={submit} className={styles.form} aria-label={t('studio:form')}>
          <TextsSection fields={fields} shown={shown} onShow={setShown} />
          <PropertiesSection fields={fields} />
          <FabricSection fields={fields} />
          <LicenceSection fields={fields} />
          {/* Makes Enter in a field submit the form. The visible button is outside the form, in the save bar. */}
          <button type="submit" hidden>
            {t('studio:save.action')}
          </button>
        </form>
        <FilesSection pattern={pattern} uploads={files} />
        <PicturesSection pattern={pattern} uploads={pictures} />
      </div>
      <PublishPanel pattern={pattern} unsaved={input.dirty} />
      <SaveBar
        isNew={!pattern}
        dirty={input.dirty}
        saving={saving.isPending}
        saved={saving.isSuccess}
        problem={saving.error}
        problemCount={problemCount}
        onSave={() => form.current?.requestSubmit()}
      />
      <LeaveGuard unsaved={input.dirty} uploading={files.busy || pictures.busy} />
    </div>
  );
}

function useFileUploads(id: string) {
  const queries = useQueryClient();
  return useUploads<FileDetails>(async ({ file, details }, onProgress, signal) => {
    const form = { ...details, file_name: file.name, bytes: file.size };
    const { file_id: fileId, upload } = await studio.addFile(id, form);
    await sendFile(upload, file, onProgress, signal);
    await studio.fileUploaded(id, fileId);
    await queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
  });
}

function usePictureUploads(id: string) {
  const queries = useQueryClient();
  return useUploads<undefined>(async ({ file }, onProgress, signal) => {
    const type = toPictureType(file);
    if (!type) throw new Error('A picture of an unknown type cannot be uploaded');
    const { picture_id: pictureId, upload } = await studio.addPicture(id, { content_type: type, bytes: file.size });
    await sendFile(upload, file, onProgress, signal);
    await studio.pictureUploaded(id, pictureId);
    await queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
  });
}

/** Ignores a file that is dropped outside a drop area. Otherwise the browser would open the file and lose the input. */
function useIgnoredDrops() {
  useEffect(() => {
    const ignore = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', ignore);
    window.addEventListener('drop', ignore);
    return () => {
      window.removeEventListener('dragover', ignore);
      window.removeEventListener('drop', ignore);
    };
  }, []);
}
