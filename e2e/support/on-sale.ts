import { expect, type APIRequestContext } from '@playwright/test';
import { accessTokenOf } from './people.ts';
import { verifiedPerson, aPdf, aPicture } from './sellers.ts';

/** A pattern that belongs to the journey alone, and what its seller can do with it. */
export interface OnSale {
  id: string;
  title: string;
  reduceTo: (cents: number) => Promise<void>;
  withdraw: () => Promise<void>;
}

/** Sells a new pattern, with a file and a picture, as its designer's browser does. */
export async function onSale(request: APIRequestContext, title: string, cents = 1490): Promise<OnSale> {
  const seller = await verifiedPerson(request);
  const headers = { Authorization: `Bearer ${await accessTokenOf(request, seller)}` };
  const call = async <T>(method: 'post' | 'put' | 'get', path: string, data?: object) =>
    dataOf<T>(await request[method](`/api${path}`, { headers, data }));

  const texts = { title, description: `${title}: genäht aus Resten, an einem Nachmittag.`, tags: ['Test'] };
  const kind = { category: 'Accessories', difficulty_level: 'Beginner', price: cents, currency: 'EUR' };
  const { id } = await call<{ id: string }>('post', '/patterns', { ...texts, ...kind });
  const pdf = await aPdf(`${title}.pdf`);
  const picture = await aPicture('bild.png');
  const upload = async (what: 'files' | 'pictures', form: object, file: typeof pdf) => {
    const granted = await call<Granted>('post', `/patterns/${id}/${what}`, { ...form, bytes: file.buffer.length });
    const sent = await request.post(granted.upload.url, { multipart: { ...granted.upload.fields, file } });
    expect(sent.ok()).toBe(true);
    await call('post', `/patterns/${id}/${what}/${granted.file_id ?? granted.picture_id}/uploaded`);
  };
  await upload('files', { kind: 'a4', file_name: pdf.name }, pdf);
  await upload('pictures', { content_type: picture.mimeType }, picture);
  const missing = async () => (await call<{ missing: string[] }>('get', `/users/patterns/${id}`)).missing;
  await expect.poll(missing, { message: 'what the pattern still needs', timeout: 45_000 }).toEqual([]);
  await call('post', `/patterns/${id}/publish`);
  return {
    id,
    title,
    reduceTo: (price) => call('put', `/patterns/${id}`, { price }),
    withdraw: () => call('post', `/patterns/${id}/withdraw`),
  };
}

interface Granted {
  file_id?: string;
  picture_id?: string;
  upload: { url: string; fields: Record<string, string> };
}

async function dataOf<T>(answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> {
  expect(answer.ok(), `${answer.url()}: ${answer.status()}`).toBe(true);
  return ((await answer.json()) as { data: T }).data;
}
