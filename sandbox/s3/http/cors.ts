import type { Bucket } from '../bucket.ts';
import { S3Error, malformedXml } from './s3-error.ts';
import { childrenNamed, parseXml, childText, type XmlNode } from './xml.ts';

interface CorsRule {
  origins: string[];
  methods: string[];
  headers: string[];
  expose: string[];
  maxAge?: string;
}

type Headers = Record<string, string>;

/** @throws {S3Error} MalformedXML, InvalidRequest */
export function checkCorsConfiguration(xml: string): void {
  const rules = readRules(xml);
  if (rules.length === 0 || rules.some(({ origins, methods }) => origins.length === 0 || methods.length === 0))
    throw malformedXml();
  const unknown = rules
    .flatMap(({ methods }) => methods)
    .find((method) => !/^(GET|PUT|POST|DELETE|HEAD)$/.test(method));
  if (unknown)
    throw new S3Error(
      400,
      'InvalidRequest',
      `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown}`,
    );
}

/** @returns the CORS headers of a response; empty when no rule allows the origin */
export function corsHeaders(bucket: Bucket | undefined, origin: string | undefined, method: string): Headers {
  if (!bucket?.settings.cors || !origin) return {};
  const rule = findRule(bucket.settings.cors, origin, method, []);
  return rule ? allowHeaders(rule, origin) : {};
}

/** @returns the response headers of a preflight. @throws {S3Error} AccessForbidden */
export function preflightHeaders(bucket: Bucket | undefined, request: Headers): Headers {
  const { origin, 'access-control-request-method': method } = request;
  if (!origin || !method)
    throw new S3Error(400, 'BadRequest', 'Insufficient information. Origin request header needed.');
  if (!bucket?.settings.cors) throw forbidden('CORS is not enabled for this bucket.');
  const requestedHeaders = (request['access-control-request-headers'] ?? '')
    .split(',')
    .flatMap((name) => name.trim() || []);
  const rule = findRule(bucket.settings.cors, origin, method, requestedHeaders);
  if (!rule)
    throw forbidden(
      "This CORS request is not allowed. This is usually because the evalution of Origin, request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the resource's CORS spec.",
    );
  return {
    ...allowHeaders(rule, origin),
    ...(requestedHeaders.length > 0 && { 'access-control-allow-headers': requestedHeaders.join(', ').toLowerCase() }),
    ...(rule.maxAge && { 'access-control-max-age': rule.maxAge }),
  };
}

const forbidden = (why: string) => new S3Error(403, 'AccessForbidden', `CORSResponse: ${why}`);

function findRule(xml: string, origin: string, method: string, headers: string[]): CorsRule | undefined {
  return readRules(xml).find(
    (rule) =>
      rule.methods.includes(method) &&
      rule.origins.some((pattern) => matchesPattern(pattern, origin)) &&
      headers.every((header) =>
        rule.headers.some((pattern) => matchesPattern(pattern.toLowerCase(), header.toLowerCase())),
      ),
  );
}

/** A pattern contains at most one `*`. */
function matchesPattern(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
}

function allowHeaders(rule: CorsRule, origin: string): Headers {
  const allowsAll = rule.origins.includes('*');
  return {
    'access-control-allow-origin': allowsAll ? '*' : origin,
    'access-control-allow-methods': rule.methods.join(', '),
    ...(!allowsAll && { 'access-control-allow-credentials': 'true' }),
    ...(rule.expose.length > 0 && { 'access-control-expose-headers': rule.expose.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

const childTexts = (rule: XmlNode, name: string) => childrenNamed(rule, name).map(({ text }) => text.trim());

function readRules(xml: string): CorsRule[] {
  const root = parseXml(xml);
  if (root?.name !== 'CORSConfiguration') throw malformedXml();
  return childrenNamed(root, 'CORSRule').map((rule) => ({
    origins: childTexts(rule, 'AllowedOrigin'),
    methods: childTexts(rule, 'AllowedMethod'),
    headers: childTexts(rule, 'AllowedHeader'),
    expose: childTexts(rule, 'ExposeHeader'),
    maxAge: childText(rule, 'MaxAgeSeconds')?.trim(),
  }));
}
