import { GetObjectCommand } from '@aws-sdk/client-s3';
import {
  statusAndCode,
  sendHalfBody,
  openConformanceTarget,
  errorCode,
  type ConformanceTarget,
} from './conformance-target.ts';
import { signForm, signingContext } from './http/test-signing.ts';

let s3: ConformanceTarget;
beforeAll(async () => {
  s3 = await openConformanceTarget();
});
afterAll(() => s3.close());

const conditions = () => [
  { bucket: s3.bucket },
  ['starts-with', '$key', 'uploads/'],
  ['starts-with', '$Content-Type', 'application/'],
  ['content-length-range', 5, 2000],
];
const form = (more: Record<string, string> = {}, seconds = 60) =>
  signForm(
    signingContext(s3.identity),
    { key: 'uploads/${filename}', 'Content-Type': 'application/pdf', ...more },
    conditions(),
    seconds,
  );
const post = (fields: Record<string, string>, content: string | null = 'a pattern') => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  if (content !== null) data.append('file', new Blob([content]), 'Röckchen.pdf');
  return fetch(`${s3.endpoint}/${s3.bucket}`, { method: 'POST', body: data, redirect: 'manual' });
};

describe('an upload form', () => {
  it('stores the file under its name', async () => {
    expect((await post(form({ 'x-amz-meta-designer': 'Käthe' }))).status).toBe(204);
    const { Body, ContentType } = await s3.client.send(
      new GetObjectCommand({ Bucket: s3.bucket, Key: 'uploads/Röckchen.pdf' }),
    );
    expect([await Body?.transformToString(), ContentType]).toEqual(['a pattern', 'application/pdf']);
  });

  it('responds with the requested status or redirect', async () => {
    const created = await post(form({ success_action_status: '201' }));
    expect(created.status).toBe(201);
    expect(await created.text()).toContain('<Key>uploads/Röckchen.pdf</Key>');
    expect((await post(form({ success_action_status: '200' }))).status).toBe(200);
    const redirect = await post(form({ success_action_redirect: 'https://shop.example/done?lang=de' }));
    expect(redirect.status).toBe(303);
    expect(redirect.headers.get('location')).toContain('https://shop.example/done?lang=de&bucket=');
  });

  it.each([
    [
      'with a file that is too large',
      (fields: Record<string, string>) => fields,
      'x'.repeat(2001),
      '400 EntityTooLarge',
    ],
    [
      'with a file that is far too large',
      (fields: Record<string, string>) => fields,
      'x'.repeat(3_000_000),
      '400 EntityTooLarge',
    ],
    ['with a file that is too small', (fields: Record<string, string>) => fields, 'x', '400 EntityTooSmall'],
    [
      'for a folder that the policy does not allow',
      (fields: Record<string, string>) => ({ ...fields, key: 'refused/x' }),
      'a pattern',
      '403 AccessDenied',
    ],
    [
      'with a content type that the policy does not allow',
      (fields: Record<string, string>) => ({ ...fields, 'Content-Type': 'text/html' }),
      'a pattern',
      '403 AccessDenied',
    ],
    [
      'with a field that the policy does not name',
      (fields: Record<string, string>) => ({ 'x-amz-meta-a': '1', ...fields }),
      'a pattern',
      '403 AccessDenied',
    ],
    [
      'with a changed policy',
      (fields: Record<string, string>) => ({ ...fields, policy: `${fields['policy']}AA` }),
      'a pattern',
      '403 SignatureDoesNotMatch',
    ],
    [
      'with a wrong signature and a file that is far too large',
      (fields: Record<string, string>) => ({ ...fields, 'x-amz-signature': '0'.repeat(64) }),
      'x'.repeat(8_000_000),
      '403 SignatureDoesNotMatch',
    ],
    [
      'with a wrong signature',
      (fields: Record<string, string>) => ({ ...fields, 'x-amz-signature': '0'.repeat(64) }),
      'a pattern',
      '403 SignatureDoesNotMatch',
    ],
    ['without a signature', () => ({ key: 'refused/x' }), 'a pattern', '403 AccessDenied'],
    ['without a file', (fields: Record<string, string>) => fields, null, '400 InvalidArgument'],
  ])('%s is refused', async (_, change, content, expected) => {
    expect(await statusAndCode(await post(change({ ...form(), key: 'uploads/refused' }), content))).toBe(expected);
    expect(await errorCode(s3.read('uploads/refused'))).toBe('NoSuchKey');
    expect(await errorCode(s3.read('refused/x'))).toBe('NoSuchKey');
  });

  it('with an incomplete body stores nothing', async () => {
    const fields = Object.entries({ ...form(), key: 'uploads/cut' });
    const parts = fields.map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of it';
    const url = `${s3.endpoint}/${s3.bucket}`;
    const headers = { host: new URL(url).host, 'content-type': 'multipart/form-data; boundary=b' };
    await sendHalfBody('POST', url, { ...headers, 'content-length': '9000' }, parts.join('') + file);
    const body = parts.join('') + file;
    expect(
      (await fetch(url, { method: 'POST', headers: { 'content-type': headers['content-type'] }, body })).status,
    ).toBe(400);
    expect(await errorCode(s3.read('uploads/cut'))).toBe('NoSuchKey');
  });

  it('is refused after its policy expires', async () => {
    expect(await statusAndCode(await post(form({}, -1)))).toBe('403 AccessDenied');
  });
});
