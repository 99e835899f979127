import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { logRepeats } from '../telemetry/log-repeats.js';
import { policyViolations } from '../telemetry/metrics.js';
import { REPORTS_PATH } from './content-policy.js';

const LIMIT_BYTES = 16 * 1024;
/** Maximum number of reports that are read from one body. Browsers send reports in batches. */
const MAX_REPORTS = 20;
const TYPES = ['application/csp-report', 'application/reports+json'];

const DIRECTIVES = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'worker-src',
  'manifest-src',
  'form-action',
  'base-uri',
  'object-src',
  'require-trusted-types-for',
  'trusted-types',
] as const;
type Directive = (typeof DIRECTIVES)[number] | 'other';

interface Violation {
  directive: Directive;
  /**
   * A keyword such as `inline` or `eval`, the blocked origin or scheme, or `unknown`. Never a path, which can contain a token
   * or a name.
   */
  blocked: string;
}

/**
 * Receives and counts CSP violation reports. Any client can send reports, so only the first report of a body is logged, and
 * at most one line per directive in ten seconds. The log contains no page URLs, client addresses or user agents.
 * @param admit rejects when the IP address has sent too many reports
 */
export function receivePolicyReports(instance: FastifyInstance, admit: (ip: string) => Promise<unknown>): void {
  const logger = new Logger('Policy');
  const logViolation = logRepeats((fields) => logger.warn(fields, 'content policy violated'));
  for (const directive of [...DIRECTIVES, 'other']) policyViolations.inc({ directive }, 0);
  const options = { parseAs: 'string', bodyLimit: LIMIT_BYTES } as const;
  void instance.register(async (fastify) => {
    for (const type of TYPES)
      fastify.addContentTypeParser(type, options, async (_: unknown, body: string) => parseJson(body));
    fastify.post(REPORTS_PATH, { bodyLimit: LIMIT_BYTES }, async (request, reply) => {
      const admitted = await admit(request.ip).then(
        () => true,
        () => false,
      );
      if (!admitted) return reply.code(429).send();
      const violations = parseViolations(request.body);
      for (const { directive } of violations) policyViolations.inc({ directive });
      const [first] = violations;
      if (first)
        logViolation(
          null,
          { directive: first.directive },
          { blocked: first.blocked, violationsInBody: violations.length },
        );
      return reply.code(204).send();
    });
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param body the reports in either format: `{ "csp-report": … }`, or a list of `{ type, body }` */
export function parseViolations(body: unknown): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body];
  return reports.flatMap((report: unknown) => {
    const { 'csp-report': legacy, type, body: inner } = asObject(report);
    if (type !== undefined && type !== 'csp-violation') return [];
    const violation = asObject(legacy ?? inner);
    const directive =
      violation['effective-directive'] ?? violation.effectiveDirective ?? violation['violated-directive'];
    if (typeof directive !== 'string') return [];
    return [
      { directive: toDirective(directive), blocked: blockedOrigin(violation['blocked-uri'] ?? violation.blockedURL) },
    ];
  });
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function toDirective(directive: string): Directive {
  const [name] = directive.split(' ', 1);
  return DIRECTIVES.find((candidate) => candidate === name) ?? 'other';
}

function blockedOrigin(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown';
  if (/^(inline|eval|self|data|blob|wasm-eval|trusted-types-(policy|sink))$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, origin } = new URL(blocked);
  return /^https?:$/.test(protocol) ? origin.slice(0, 120) : protocol.slice(0, 20);
}
