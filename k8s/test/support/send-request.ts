import { type IncomingHttpHeaders, request } from 'node:http';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as received, possibly compressed. */
  bytes: Buffer;
  text: string;
}

interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** Sends a request over a new connection, without redirects, decoding or additional headers; the URL is sent unchanged. */
export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<HttpResponse> {
  const [, origin = '', path] = /^(http:\/\/[^/]+)(.*)$/.exec(url) ?? [];
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
