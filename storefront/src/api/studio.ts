import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from './client';
import type { components } from './schema';
import type { Language } from './types';

type Schemas = components['schemas'];

export type OwnPatternCard = Schemas['OwnPatternCard'];
export type OwnPattern = Schemas['OwnPattern'];
export type OwnFile = Schemas['OwnFile'];
export type OwnPicture = Schemas['OwnPicture'];
export type FileKind = OwnFile['kind'];
// The shop has one currency.
export type NewPattern = Omit<Schemas['NewPattern'], 'currency'>;
export type PatternChanges = Omit<Schemas['PatternChanges'], 'currency'>;
export type Translation = NonNullable<OwnPattern['translations']['de']>;
export type UploadTarget = Schemas['FileUpload']['upload'];

export type OwnDesigner = Schemas['OwnDesigner'];

export const FILE_KINDS = ['a4', 'letter', 'a0', 'projector', 'instructions'] as const satisfies FileKind[];
export const LARGEST_FILE = 100 * 1024 ** 2;
export const LARGEST_PICTURE = 15 * 1024 ** 2;
export const MOST_PICTURES = 8;

const path = (id: string, rest = '') => `/api/patterns/${encodeURIComponent(id)}${rest}`;

export const studio = {
  list: (lang: Language, signal?: AbortSignal) =>
    call<{ patterns: OwnPatternCard[] }>('/api/users/patterns', { query: { lang }, bearer: true, signal }).then(
      (data) => data.patterns,
    ),
  get: (id: string, lang: Language, signal?: AbortSignal) =>
    call<OwnPattern>(`/api/users/patterns/${encodeURIComponent(id)}`, { query: { lang }, bearer: true, signal }),
  create: (form: NewPattern) => call<OwnPattern>('/api/patterns', { method: 'POST', body: form, bearer: true }),
  change: (id: string, changes: PatternChanges) =>
    call<OwnPattern>(path(id), { method: 'PUT', body: changes, bearer: true }),
  publish: (id: string) => call<OwnPattern>(path(id, '/publish'), { method: 'POST', bearer: true }),
  withdraw: (id: string) => call<OwnPattern>(path(id, '/withdraw'), { method: 'POST', bearer: true }),

  askForFile: (id: string, form: Schemas['FileUploadForm']) =>
    call<Schemas['FileUpload']>(path(id, '/files'), { method: 'POST', body: form, bearer: true }),
  fileArrived: (id: string, fileId: string) =>
    call<OwnFile>(path(id, `/files/${fileId}/uploaded`), { method: 'POST', bearer: true }),
  file: (id: string, fileId: string, lang: Language, signal?: AbortSignal) =>
    call<OwnFile>(path(id, `/files/${fileId}`), { query: { lang }, bearer: true, signal }),
  confirmFile: (id: string, fileId: string) =>
    call<OwnFile>(path(id, `/files/${fileId}/confirm`), { method: 'POST', bearer: true }),

  askForPicture: (id: string, form: Schemas['PictureUploadForm']) =>
    call<Schemas['PictureUpload']>(path(id, '/pictures'), { method: 'POST', body: form, bearer: true }),
  pictureArrived: (id: string, pictureId: string) =>
    call<OwnPicture>(path(id, `/pictures/${pictureId}/uploaded`), { method: 'POST', bearer: true }),
  removePicture: (id: string, pictureId: string) =>
    call<OwnPattern>(path(id, `/pictures/${pictureId}`), { method: 'DELETE', bearer: true }),

  designer: (signal?: AbortSignal) => call<OwnDesigner>('/api/users/designer', { bearer: true, signal }),
  changeDesigner: (changes: { name: string; bio: Partial<Record<Language, string>> }) =>
    call<OwnDesigner>('/api/users/designer', { method: 'PUT', body: changes, bearer: true }),
};

export const ownPatterns = (lang: Language) =>
  queryOptions({ queryKey: ['mine', 'studio', lang], queryFn: ({ signal }) => studio.list(lang, signal) });

/** Asks often while the worker checks something, so that each step is seen, and less often when it takes long. */
export const ownPattern = (id: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'studio', 'pattern', id, lang],
    queryFn: ({ signal }) => studio.get(id, lang, signal),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => {
      if (!data || !isBeingChecked(data)) return false;
      return dataUpdateCount < 120 ? 700 : 4000;
    },
  });

export const ownFile = (id: string, fileId: string, lang: Language) =>
  queryOptions({
    queryKey: ['mine', 'studio', 'file', id, fileId, lang],
    queryFn: ({ signal }) => studio.file(id, fileId, lang, signal),
    // Its preview opens for ten minutes.
    staleTime: 5 * 60_000,
    refetchInterval: 5 * 60_000,
  });

export const ownDesigner = () =>
  queryOptions({ queryKey: ['mine', 'studio', 'designer'], queryFn: ({ signal }) => studio.designer(signal) });

export function isBeingChecked({ files, pictures }: OwnPattern): boolean {
  return [...files, ...pictures].some(({ state }) => state === 'uploaded');
}

/**
 * Sends a file straight into the storage, with the form that the shop has signed. XMLHttpRequest, because fetch does not
 * tell how far it is.
 * @throws ApiError NETWORK_ERROR, UPLOAD_REFUSED; an abort is an AbortError
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
      reject(new ApiError(request.status, 'UPLOAD_REFUSED', 'The storage did not take the file'));
    });
    request.addEventListener('error', () => reject(new ApiError(0, 'NETWORK_ERROR', 'Network error')));
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException('Aborted', 'AbortError'));
    request.open('POST', url);
    request.send(form);
  });
}
