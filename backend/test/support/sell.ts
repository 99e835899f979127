import sharp from 'sharp';
import { aBuyer, aPdf, type TestBuyer } from './builders.js';
import type { OpenShop } from './open-shop.js';

/** The body of a request that creates a pattern. */
export const PATTERN = {
  title: 'Sommerkleid Lina',
  description: 'Ein leichtes Kleid mit Taschen, für gewebte Stoffe.',
  category: 'Dresses',
  difficulty_level: 'Beginner',
  price: 1290,
  currency: 'EUR',
  tags: ['Sommer', 'Webware'],
};

/** Registers a user with a verified e-mail address, who can therefore sell. */
export async function aSeller(shop: OpenShop): Promise<TestBuyer> {
  const seller = await aBuyer(shop);
  await shop.sql.rows('update users set verified_at = now() where id = $1', [seller.id]);
  return seller;
}

/** Requests of a signed-in user to paths below /api. */
export const by = (shop: OpenShop, { token }: Pick<TestBuyer, 'token'>) => {
  const call = (method: 'get' | 'post' | 'put' | 'delete') => (path: string, body?: object) => {
    const request = shop.http[method](`/api${path}`).set('authorization', `Bearer ${token}`);
    return body === undefined ? request : request.send(body);
  };
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') };
};

interface Form {
  url: string;
  fields: Record<string, string>;
}

/** Uploads with a presigned form, like the browser. @returns the status of the storage */
export async function postForm({ url, fields }: Form, content: Uint8Array): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Buffer.from(content)]), 'upload');
  return (await fetch(url, { method: 'POST', body: form })).status;
}

/** Uploads a file. @returns its id */
export async function uploadFile(
  shop: OpenShop,
  seller: TestBuyer,
  patternId: string,
  { kind = 'a4', pdf, changelog }: { kind?: string; pdf?: Uint8Array; changelog?: string } = {},
): Promise<string> {
  const content = pdf ?? (await aPdf());
  const files = `/patterns/${patternId}/files`;
  const form = { kind, file_name: `Lina – ${kind}.pdf`, bytes: content.length, changelog };
  const { body } = await by(shop, seller).post(files, form).expect(201);
  if ((await postForm(body.data.upload, content)) !== 201) throw new Error('the storage refused the file');
  await by(shop, seller).post(`${files}/${body.data.file_id}/uploaded`).expect(200);
  return body.data.file_id;
}

export const aPicture = (width = 1200, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: '#b5651d' } })
    .jpeg()
    .toBuffer();

/** Uploads a picture. @returns its id */
export async function uploadPicture(
  shop: OpenShop,
  seller: TestBuyer,
  patternId: string,
  picture?: Uint8Array,
): Promise<string> {
  const content = picture ?? (await aPicture());
  const pictures = `/patterns/${patternId}/pictures`;
  const form = { content_type: 'image/jpeg', bytes: content.length };
  const { body } = await by(shop, seller).post(pictures, form).expect(201);
  if ((await postForm(body.data.upload, content)) !== 201) throw new Error('the storage refused the picture');
  await by(shop, seller).post(`${pictures}/${body.data.picture_id}/uploaded`).expect(200);
  return body.data.picture_id;
}

/** Creates a draft. @returns its id */
export async function aDraft(shop: OpenShop, seller: TestBuyer, changes: object = {}): Promise<string> {
  const { body } = await by(shop, seller)
    .post('/patterns', { ...PATTERN, ...changes })
    .expect(201);
  return body.data.id;
}

/** Publishes a pattern with one file and one picture. @returns its id */
export async function onSale(shop: OpenShop, seller: TestBuyer, changes: object = {}): Promise<string> {
  const id = await aDraft(shop, seller, changes);
  await uploadFile(shop, seller, id);
  await uploadPicture(shop, seller, id);
  await shop.settles();
  const { status, text } = await by(shop, seller).post(`/patterns/${id}/publish`);
  if (status !== 200) {
    const pattern = await by(shop, seller).get(`/users/patterns/${id}`);
    throw new Error(`the pattern cannot be published: ${text}\n${pattern.text}`);
  }
  return id;
}
