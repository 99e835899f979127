import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_LIMIT, PICTURE_TYPES } from '../../../lib/shop-rules';
import { type OwnPattern, studio } from '../../../api/studio';
import { problemWords } from '../../../lib/problem-words';
import { FormProblem } from '../../../ui/forms/form-problem';
import { DropPlace } from './drop-place';
import { FileButton } from './file-button';
import { pictureProblem } from './file-checks';
import { ArrivedPicture, ReadyPicture, SentPicture } from './picture-tiles';
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

function Pictures({ pattern, uploads }: PicturesSectionProps & { pattern: OwnPattern }) {
  const { t } = useTranslation();
  const [problems, setProblems] = useState<string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  const { images, arrange, remove } = usePictures(pattern);
  const moved = useRef<{ url: string; by: -1 | 1 } | null>(null);
  useEffect(() => {
    if (!moved.current) return;
    const { url, by } = moved.current;
    moved.current = null;
    // A button that has moved with its picture, or can go no further, would lose the keyboard.
    const tile = place.current?.querySelectorAll('[data-picture]')[images.indexOf(url)];
    const buttons = [`[data-move="${by}"]:enabled`, '[data-move]:enabled'];
    buttons
      .map((button) => tile?.querySelector<HTMLElement>(button))
      .find(Boolean)
      ?.focus();
  }, [images]);
  const under = Object.entries(uploads.uploads);
  const coming = pattern.pictures.filter(({ state }) => state === 'uploaded');
  const room = PICTURE_LIMIT - images.length - coming.length - under.length;
  const pick = (files: File[]) => {
    const wrong = files.flatMap((file) => {
      const problem = pictureProblem(file);
      return problem ? [t('studio:picture.named', { name: file.name, problem: t(problem) })] : [];
    });
    const good = files.filter((file) => !pictureProblem(file));
    const late = good.slice(Math.max(0, room)).map(({ name }) => t('studio:picture.noRoom', { name }));
    setProblems([...wrong, ...late]);
    for (const file of good.slice(0, Math.max(0, room)))
      void uploads.start(`${file.name} ${file.size} ${file.lastModified}`, file, undefined);
  };
  const move = (index: number, by: -1 | 1) => {
    const order = [...images];
    order.splice(index + by, 0, ...order.splice(index, 1));
    arrange.mutate(order);
    moved.current = { url: images[index]!, by };
  };
  const takeAway = (id: string) =>
    remove.mutate(id, { onSuccess: () => document.getElementById('pictures-title')?.focus({ preventScroll: true }) });
  const failure = arrange.error ?? remove.error;
  return (
    <div ref={place}>
      <DropPlace disabled={room <= 0} onDrop={pick}>
        <ul className={styles.pictures}>
          {images.map((url, index) => {
            const known = pattern.pictures.find((picture) => picture.url === url);
            return (
              <li key={url} data-picture>
                <ReadyPicture
                  url={url}
                  number={index + 1}
                  count={images.length}
                  pattern={pattern}
                  onMove={(by) => move(index, by)}
                  onRemove={known && (() => takeAway(known.id))}
                />
              </li>
            );
          })}
          {pattern.pictures
            .filter(({ state }) => state === 'uploaded' || state === 'refused')
            .map((picture) => (
              <li key={picture.id}>
                <ArrivedPicture picture={picture} onRemove={() => takeAway(picture.id)} />
              </li>
            ))}
          {under.map(([name, upload]) => (
            <li key={name}>
              <SentPicture upload={upload} onRetry={() => void uploads.retry(name)} onDrop={() => uploads.drop(name)} />
            </li>
          ))}
        </ul>
        {room > 0 && (
          <FileButton multiple accept={PICTURE_TYPES.join(',')} label={t('studio:picture.choose')} onPick={pick}>
            {t('studio:picture.choose')}
          </FileButton>
        )}
      </DropPlace>
      <output className="small muted">{saidOf(t, { arranged: arrange.isSuccess, coming: coming.length })}</output>
      {problems.length > 0 && <FormProblem text={problems.join(' ')} />}
      {failure && <FormProblem text={problemWords(t, failure)} />}
    </div>
  );
}

function saidOf(t: ReturnType<typeof useTranslation>['t'], now: { arranged: boolean; coming: number }): string {
  if (now.coming > 0) return t('studio:picture.preparing', { count: now.coming });
  return now.arranged ? t('studio:picture.arranged') : '';
}

/** The pictures in their order, which changes at once and is saved at once. */
function usePictures(pattern: OwnPattern) {
  const queries = useQueryClient();
  const renew = () => queries.invalidateQueries({ queryKey: ['mine', 'studio'] });
  const arrange = useMutation({
    mutationFn: (order: string[]) => studio.change(pattern.id, { preview_images: order }),
    onSettled: renew,
  });
  const remove = useMutation({ mutationFn: (id: string) => studio.removePicture(pattern.id, id), onSettled: renew });
  return { images: (arrange.isPending && arrange.variables) || pattern.preview_images, arrange, remove };
}
