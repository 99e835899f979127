import { checkCorsConfiguration } from './cors.ts';
import { selectHandler, sendEmpty, sendXml, type Handler, type SignedExchange } from './exchange.ts';
import { listObjects, nameEncoding, readCount } from '../list-objects.ts';
import { receiveText, receiveXml } from './receive-body.ts';
import { S3Error, malformedXml, notImplemented } from './s3-error.ts';
import { childrenNamed, element, parent, parseXml, childText, xmlDocument } from './xml.ts';

const MAX_DELETED_KEYS = 1000;

const HANDLERS: Record<string, Handler> = {
  HEAD: headBucket,
  GET: async ({ request, response, store }) =>
    sendXml(response, listObjects(store.bucket(request.bucket), request.query)),
  PUT: createBucket,
  DELETE: async ({ request, response, store }) => {
    await store.delete(request.bucket);
    sendEmpty(response, 204);
  },
  'POST delete': deleteObjects,
  'GET uploads': listUploads,
  'GET location': async ({ request, response, store, region }) => {
    store.bucket(request.bucket);
    sendXml(response, xmlDocument('LocationConstraint', region));
  },
  'GET versioning': async ({ request, response, store }) => {
    store.bucket(request.bucket);
    sendXml(response, xmlDocument('VersioningConfiguration'));
  },
  ...settingHandlers(
    'cors',
    'NoSuchCORSConfiguration',
    'The CORS configuration does not exist',
    checkCorsConfiguration,
  ),
  ...settingHandlers(
    'lifecycle',
    'NoSuchLifecycleConfiguration',
    'The lifecycle configuration does not exist',
    checkLifecycleConfiguration,
  ),
};

/** Handles the requests for a bucket, and the list of buckets. */
export async function routeBucket(exchange: SignedExchange): Promise<void> {
  const { request, response, store } = exchange;
  if (request.bucket !== '') {
    const handler = selectHandler(HANDLERS, request);
    if (!handler) throw notImplemented(`${request.method} ${[...request.query.keys()].join(' ')}`);
    return handler(exchange);
  }
  if (request.method !== 'GET') throw methodNotAllowed();
  const buckets = store
    .list()
    .map(({ name, settings }) => parent('Bucket', element('Name', name), element('CreationDate', settings.createdAt)));
  sendXml(response, xmlDocument('ListAllMyBucketsResult', parent('Buckets', ...buckets)));
}

export const methodNotAllowed = () =>
  new S3Error(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');

async function headBucket({ request, response, store, region }: SignedExchange): Promise<void> {
  store.bucket(request.bucket);
  sendEmpty(response, 200, { 'x-amz-bucket-region': region });
}

async function createBucket({ request, signed, response, store }: SignedExchange): Promise<void> {
  await receiveText(request, signed);
  await store.create(request.bucket);
  sendEmpty(response, 200, { location: `/${request.bucket}` });
}

async function deleteObjects({ request, signed, response, store }: SignedExchange): Promise<void> {
  const bucket = store.bucket(request.bucket);
  if (!Object.keys(request.headers).some((name) => /^content-md5$|^x-amz-checksum-|^x-amz-trailer$/.test(name)))
    throw new S3Error(
      400,
      'InvalidRequest',
      'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
    );
  const document = await receiveXml(request, signed, 'Delete');
  const keys = childrenNamed(document, 'Object').map((object) => childText(object, 'Key'));
  if (keys.length === 0 || keys.length > MAX_DELETED_KEYS) throw malformedXml();
  const results: string[] = [];
  for (const key of keys) {
    if (!key) throw malformedXml();
    await bucket.delete(key);
    results.push(parent('Deleted', element('Key', key)));
  }
  const isQuiet = childText(document, 'Quiet')?.trim() === 'true';
  sendXml(response, xmlDocument('DeleteResult', ...(isQuiet ? [] : results)));
}

async function listUploads({ request, response, store }: SignedExchange): Promise<void> {
  const { query } = request;
  const bucket = store.bucket(request.bucket);
  const [prefix, keyMarker] = [query.get('prefix') ?? '', query.get('key-marker') ?? ''];
  const idMarker = query.get('upload-id-marker');
  const maxUploads = readCount(query, 'max-uploads');
  const encode = nameEncoding(query);
  const matching = bucket.uploads.list().filter(({ key }) => key.startsWith(prefix) && key >= keyMarker);
  const markerIndex = matching.findIndex(({ key, id }) => key === keyMarker && id === idMarker);
  const following = markerIndex < 0 ? matching.filter(({ key }) => key !== keyMarker) : matching.slice(markerIndex + 1);
  const page = following.slice(0, maxUploads);
  const last = following.length > page.length ? page.at(-1) : undefined;
  sendXml(
    response,
    xmlDocument(
      'ListMultipartUploadsResult',
      element('Bucket', bucket.name),
      element('KeyMarker', encode(keyMarker)),
      element('UploadIdMarker', idMarker ?? ''),
      element('Prefix', encode(prefix)),
      element('EncodingType', query.get('encoding-type') ?? undefined),
      element('MaxUploads', maxUploads),
      element('IsTruncated', last !== undefined),
      element('NextKeyMarker', last && encode(last.key)),
      element('NextUploadIdMarker', last?.id),
      ...page.map(({ key, id, initiated }) =>
        parent(
          'Upload',
          element('Key', encode(key)),
          element('UploadId', id),
          element('Initiated', initiated),
          element('StorageClass', 'STANDARD'),
        ),
      ),
    ),
  );
}

/** @returns handlers for PUT, GET and DELETE of a sub-resource, whose XML is stored unchanged */
function settingHandlers(
  name: 'cors' | 'lifecycle',
  missingCode: string,
  missingMessage: string,
  check: (xml: string) => void,
): Record<string, Handler> {
  return {
    [`PUT ${name}`]: async ({ request, signed, response, store }) => {
      const bucket = store.bucket(request.bucket);
      const xml = await receiveText(request, signed);
      check(xml);
      await bucket.change({ [name]: xml });
      sendEmpty(response, 200);
    },
    [`GET ${name}`]: async ({ request, response, store }) => {
      const xml = store.bucket(request.bucket).settings[name];
      if (xml === undefined) throw new S3Error(404, missingCode, missingMessage, { BucketName: request.bucket });
      sendXml(response, xml);
    },
    [`DELETE ${name}`]: async ({ request, response, store }) => {
      await store.bucket(request.bucket).change({ [name]: undefined });
      sendEmpty(response, 204);
    },
  };
}

function checkLifecycleConfiguration(xml: string): void {
  const root = parseXml(xml);
  const rules = root?.name === 'LifecycleConfiguration' ? childrenNamed(root, 'Rule') : [];
  const hasStatus = rules.every((rule) => /^(Enabled|Disabled)$/.test(childText(rule, 'Status') ?? ''));
  if (rules.length === 0 || !hasStatus) throw malformedXml();
}
