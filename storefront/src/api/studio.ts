import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error';
import type { components } from './schema';
import { sessionApi } from './session';
import type { Language } from './types';

type Schemas = components['schemas'];

export type OwnPatternCard = Schemas['OwnPatternCard'];
export type OwnPattern = Schemas['OwnPattern'];
export type OwnFile = Schemas['OwnFile'];
export type OwnPicture = Schemas['OwnPicture'];
export type FileKind = OwnFile['kind'];
export type NewPattern = Schemas['NewPattern'];
type PatternChanges = Schemas['PatternChanges'];
export type Translation = NonNullable<OwnPattern['translations']['de']>;
type UploadTarget = Schemas['FileUpload']['upload'];

export type OwnDesigner = Schemas['OwnDesigner'];

export const studio = {
  create: (form: NewPattern) => sessionApi.post('/api/patterns', { body: form }),
  change: (id: string, changes: PatternChanges) =>
    sessionApi.put('/api/patterns/{id}', { params: { path: { id } }, body: changes }),
  publish: (id: string) => sessionApi.post('/api/patterns/{id}/publish', { params: { path: { id } } }),
  unpublish: (id: string) => sessionApi.post('/api/patterns/{id}/withdraw', { params: { path: { id } } }),

  addFile: (id: string, form: Schemas['FileUploadForm']) =>
    sessionApi.post('/api/patterns/{id}/files', { params: { path: { id } }, body: form }),
  fileUploaded: (id: string, fileId: string) =>
    sessionApi.post('/api/patterns/{id}/files/{fileId}/uploaded', { params: { path: { id, fileId } } }),
  confirmFile: (id: string, fileId: string) =>
    sessionApi.post('/api/patterns/{id}/files/{fileId}/confirm', { params: { path: { id, fileId } } }),

  addPicture: (id: string, form: Schemas['PictureUploadForm']) =>
    sessionApi.post('/api/patterns/{id}/pictures', { params: { path: { id } }, body: form }),
  pictureUploaded: (id: string, pictureId: string) =>
    sessionApi.post('/api/patterns/{id}/pictures/{pictureId}/uploaded', { params: { path: { id, pictureId } } }),
  removePicture: (id: string, pictureId: string) =>
    sessionApi.delete('/api/patterns/{id}/pictures/{pictureId}', { params: { path: { id, pictureId } } }),

  changeDesigner: (changes: Schemas['DesignerChanges']) => sessionApi.put('/api/users/designer', { body: changes }),
};

export const ownPatterns = (lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'studio', lang],
    queryFn: ({ signal }) =>
      sessionApi.get('/api/users/patterns', { params: { query: { lang } }, signal }).then((data) => data.patterns),
  });

/** Polls while the worker checks an upload: often at first, so that the user sees each step, and later less often. */
export const ownPattern = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'studio', 'pattern', id, lang],
    queryFn: ({ signal }) =>
      sessionApi.get('/api/users/patterns/{id}', { params: { path: { id }, query: { lang } }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data || !isBeingChecked(data)) return false;
      return dataUpdateCount < 120 ? 700 : 4000;
    },
  });

export const ownFile = (id: string, fileId: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'studio', 'file', id, fileId, lang],
    queryFn: ({ signal }) =>
      sessionApi.get('/api/patterns/{id}/files/{fileId}', {
        params: { path: { id, fileId }, query: { lang } },
        signal,
      }),
    // The response contains a preview link that is valid for ten minutes.
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
  });

export const ownDesigner = () =>
  queryOptions({
    queryKey: ['mine', 'studio', 'designer'],
    queryFn: ({ signal }) => sessionApi.get('/api/users/designer', { signal }),
  });

function isBeingChecked({ files, pictures }: OwnPattern): boolean {
  return [...files, ...pictures].some(({ state }) => state === 'uploaded');
}

/**
 * Uploads a file directly to the storage with a presigned form. Uses XMLHttpRequest, because fetch does not report the
 * progress of an upload.
 * @param onProgress receives the uploaded share, from 0 to 1
 * @throws {ApiError} NETWORK_ERROR or UPLOAD_REFUSED; when `signal` aborts the upload, an AbortError
 */
export function sendFile(
  { url, fields }: UploadTarget,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      reject(new ApiError(request.status, 'UPLOAD_REFUSED', 'The storage refused the file'));
    });
    request.addEventListener('error', () => reject(new ApiError(0, 'NETWORK_ERROR', 'Network error')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    request.open('POST', url);
    request.send(form);
  });
}
