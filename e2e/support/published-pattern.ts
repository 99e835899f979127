import { expect, type APIRequestContext } from '@playwright/test';
import { fetchAccessToken, type Person } from './people.ts';
import { registerVerifiedPerson, createPdf, loadPicture } from './sellers.ts';

/** A pattern that only one journey uses, so that the journey can change and unpublish the pattern. */
export interface PublishedPattern {
  id: string;
  title: string;
  seller: Person;
  changePrice: (cents: number) => Promise<void>;
  changeLicence: (licence: { kind: string; pieces: number | null }) => Promise<void>;
  unpublish: () => Promise<void>;
}

/** Creates and publishes a pattern with a file and a picture, with the requests that a designer's browser sends. */
export async function publishPattern(
  request: APIRequestContext,
  title: string,
  cents = 1490,
): Promise<PublishedPattern> {
  const seller = await registerVerifiedPerson(request);
  const headers = { Authorization: `Bearer ${await fetchAccessToken(request, seller)}` };
  const call = async <T>(method: 'post' | 'put' | 'get', path: string, data?: object) =>
    parseData<T>(await request[method](`/api${path}`, { headers, data }));

  const texts = { title, description: `${title}: genäht aus Resten, an einem Nachmittag.`, tags: ['Test'] };
  const properties = { category: 'Accessories', difficulty_level: 'Beginner', price: cents, currency: 'EUR' };
  const { id } = await call<{ id: string }>('post', '/patterns', { ...texts, ...properties });
  const pdf = await createPdf(`${title}.pdf`);
  const picture = await loadPicture('bild.png');
  const upload = async (kind: 'files' | 'pictures', form: object, file: typeof pdf) => {
    const granted = await call<UploadGrant>('post', `/patterns/${id}/${kind}`, { ...form, bytes: file.buffer.length });
    const sent = await request.post(granted.upload.url, { multipart: { ...granted.upload.fields, file } });
    expect(sent.ok()).toBe(true);
    await call('post', `/patterns/${id}/${kind}/${granted.file_id ?? granted.picture_id}/uploaded`);
  };
  await upload('files', { kind: 'a4', file_name: pdf.name }, pdf);
  await upload('pictures', { content_type: picture.mimeType }, picture);
  const missing = async () => (await call<{ missing: string[] }>('get', `/users/patterns/${id}`)).missing;
  await expect.poll(missing, { message: 'what the pattern still lacks', timeout: 45_000 }).toEqual([]);
  await call('post', `/patterns/${id}/publish`);
  return {
    id,
    title,
    seller,
    changePrice: (price) => call('put', `/patterns/${id}`, { price }),
    changeLicence: (licence) => call('put', `/patterns/${id}`, { licence }),
    unpublish: () => call('post', `/patterns/${id}/withdraw`),
  };
}

interface UploadGrant {
  file_id?: string;
  picture_id?: string;
  upload: { url: string; fields: Record<string, string> };
}

async function parseData<T>(response: Awaited<ReturnType<APIRequestContext['get']>>): Promise<T> {
  expect(response.ok(), `${response.url()}: ${response.status()}`).toBe(true);
  return ((await response.json()) as { data: T }).data;
}
