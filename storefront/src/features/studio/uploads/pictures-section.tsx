import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OwnPattern, studio } from '../../../api/studio';
import { PICTURE_LIMIT, PICTURE_TYPES } from '../../../lib/shop-rules';
import { errorMessage } from '../../../lib/errors/error-message';
import { FormProblem } from '../../../ui/forms/form-problem';
import { DropArea } from './drop-area';
import { FileButton } from './file-button';
import { pictureProblem } from './file-checks';
import { CheckedPicture, PublicPicture, SendingPicture } from './picture-tiles';
import { Section } from '../editor/section';
import styles from './uploads.module.css';
import type { useUploads } from './use-uploads';

interface PicturesSectionProps {
  pattern: OwnPattern | undefined;
  uploads: ReturnType<typeof useUploads<undefined>>;
}

export function PicturesSection({ pattern, uploads }: PicturesSectionProps) {
  const { t } = useTranslation();
  return (
    <Section id="pictures" title={t('studio:picture.title')} text={t('studio:picture.text', { count: PICTURE_LIMIT })}>
      {pattern ? (
        <Pictures pattern={pattern} uploads={uploads} />
      ) : (
        <p className="muted">{t('studio:picture.saveFirst')}</p>
      )}
    </Section>
  );
}

interface PicturesProps {
  pattern: OwnPattern;
  uploads: PicturesSectionProps['uploads'];
}

function Pictures({ pattern, uploads }: PicturesProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const { images, arrange, remove } = usePictures(pattern);
  const move = useMove(images, arrange.mutate, list);
  const checkingCount = pattern.pictures.filter(({ state }) => state === 'uploaded').length;
  const freePlaces = Math.max(0, PICTURE_LIMIT - images.length - checkingCount - Object.keys(uploads.uploads).length);
  const { problems, pick } = useFilePicker(freePlaces, uploads);
  const removePicture = (id: string) =>
    remove.mutate(id, { onSuccess: () => document.getElementById('pictures-title')?.focus({ preventScroll: true }) });
  const failure = arrange.error ?? remove.error;
  return (
    <div>
      <DropArea disabled={freePlaces === 0} onDrop={pick}>
        <ul ref={list} className={styles.pictures}>
          {images.map((url, index) => {
            const uploaded = pattern.pictures.find((picture) => picture.url === url);
            return (
              <li key={url} data-picture>
                <PublicPicture
                  url={url}
                  number={index + 1}
                  count={images.length}
                  pattern={pattern}
                  onMove={(by) => move(index, by)}
                  onRemove={uploaded && (() => removePicture(uploaded.id))}
                />
              </li>
            );
          })}
          {pattern.pictures
            .filter(({ state }) => state === 'uploaded' || state === 'refused')
            .map((picture) => (
              <li key={picture.id}>
                <CheckedPicture picture={picture} onRemove={() => removePicture(picture.id)} />
              </li>
            ))}
          {Object.entries(uploads.uploads).map(([id, upload]) => (
            <li key={id}>
              <SendingPicture upload={upload} onRetry={() => uploads.retry(id)} onCancel={() => uploads.remove(id)} />
            </li>
          ))}
        </ul>
        {freePlaces > 0 && (
          <FileButton multiple accept={PICTURE_TYPES.join(',')} label={t('studio:picture.choose')} onPick={pick}>
            {t('studio:picture.choose')}
          </FileButton>
        )}
      </DropArea>
      <output className="small muted">
        {checkingCount > 0 && t('studio:picture.preparing', { count: checkingCount })}
        {checkingCount === 0 && arrange.isSuccess && t('studio:picture.arranged')}
      </output>
      {problems.length > 0 && <FormProblem text={problems.join(' ')} />}
      {failure && <FormProblem text={errorMessage(t, failure)} />}
    </div>
  );
}

/** Uploads as many of the chosen files as the limit allows, and reports the other files. */
function useFilePicker(freePlaces: number, uploads: PicturesProps['uploads']) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<string[]>([]);
  const pick = (files: File[]) => {
    const rejected = files.flatMap((file) => {
      const problem = pictureProblem(file);
      return problem ? [t('studio:picture.named', { name: file.name, problem: t(problem) })] : [];
    });
    const accepted = files.filter((file) => !pictureProblem(file));
    setProblems([...rejected, ...accepted.slice(freePlaces).map(({ name }) => t('studio:picture.noRoom', { name }))]);
    for (const file of accepted.slice(0, freePlaces))
      void uploads.start(`${file.name} ${file.size} ${file.lastModified}`, file, undefined);
  };
  return { problems, pick };
}

/**
 * Moves a picture. The clicked button keeps the focus. At an end of the list the clicked button is disabled, so the other
 * button gets the focus.
 */
function useMove(images: string[], arrange: (order: string[]) => void, list: RefObject<HTMLElement | null>) {
  const moved = useRef<{ url: string; by: -1 | 1 } | null>(null);
  useEffect(() => {
    if (!moved.current) return;
    const { url, by } = moved.current;
    moved.current = null;
    const tile = list.current?.querySelectorAll('[data-picture]')[images.indexOf(url)];
    [`[data-move="${by}"]:enabled`, '[data-move]:enabled']
      .map((button) => tile?.querySelector<HTMLElement>(button))
      .find(Boolean)
      ?.focus();
  }, [images, list]);
  return (index: number, by: -1 | 1) => {
    const order = [...images];
    order.splice(index + by, 0, ...order.splice(index, 1));
    arrange(order);
    moved.current = { url: images[index]!, by };
  };
}

/** The pictures in their order. A new order is shown and saved immediately. */
function usePictures(pattern: OwnPattern) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
  const arrange = useMutation({
    mutationFn: (order: string[]) => studio.change(pattern.id, { preview_images: order }),
    onSettled: reload,
  });
  const remove = useMutation({ mutationFn: (id: string) => studio.removePicture(pattern.id, id), onSettled: reload });
  return { images: (arrange.isPending && arrange.variables) || pattern.preview_images, arrange, remove };
}
