import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { logRepeats } from '../telemetry/log-repeats.js';
import { policyViolations } from '../telemetry/metrics.js';
import { REPORTS_PATH } from './content-policy.js';

const LIMIT_BYTES = 16 * 1024;
/** Maximum reports per body, which a browser sends in batches. */
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
  /** `inline`, `eval`, `self`, or the blocked origin: never a path, which may contain a token or a name. */
  blocked: string;
}

/**
 * Receives CSP violation reports: counts them and logs them without URLs of pages, client addresses or user agents. Any
 * client can send reports, so it logs the first of a body, once in ten seconds per directive. Other bodies are ignored.
 */
export function receivePolicyReports(instance: FastifyInstance, admit: (ip: string) => Promise<unknown>): void {
  const logger = new Logger('Policy');
  const logViolation = logRepeats((fields) => logger.warn(fields, 'content policy violated'));
  for (const directive of [...DIRECTIVES, 'other']) policyViolations.inc({ directive }, 0);
  const options = { parseAs: 'string', bodyLimit: LIMIT_BYTES } as const;
  void instance.register(async (fastify) => {
    for (const type of TYPES)
      fastify.addContentTypeParser(type, options, async (_: unknown, body: string) => parsed(body));
    fastify.post(REPORTS_PATH, { bodyLimit: LIMIT_BYTES }, async (request, reply) => {
      const admitted = await admit(request.ip).then(
        () => true,
        () => false,
      );
      if (!admitted) return reply.code(429).send();
      const violations = violationsIn(request.body);
      for (const { directive } of violations) policyViolations.inc({ directive });
      const [first] = violations;
      if (first)
        logViolation(null, { directive: first.directive }, { blocked: first.blocked, together: violations.length });
      return reply.code(204).send();
    });
  });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** @param body in either format: `{ "csp-report": … }`, or a list of `{ type, body }` */
export function violationsIn(body: unknown): Violation[] {
  const reports = Array.isArray(body) ? body.slice(0, MAX_REPORTS) : [body];
  return reports.flatMap((report: unknown) => {
    const { 'csp-report': old, type, body: inner } = fields(report);
    if (type !== undefined && type !== 'csp-violation') return [];
    const found = fields(old ?? inner);
    const directive = found['effective-directive'] ?? found.effectiveDirective ?? found['violated-directive'];
    if (typeof directive !== 'string') return [];
    return [{ directive: known(directive), blocked: blockedOrigin(found['blocked-uri'] ?? found.blockedURL) }];
  });
}

const fields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function known(directive: string): Directive {
  const [name] = directive.split(' ', 1);
  return DIRECTIVES.find((one) => one === name) ?? 'other';
}

function blockedOrigin(blocked: unknown): string {
  if (typeof blocked !== 'string') return 'unknown';
  if (/^(inline|eval|self|data|blob|wasm-eval|trusted-types-(policy|sink))$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, origin } = new URL(blocked);
  return /^https?:$/.test(protocol) ? origin.slice(0, 120) : protocol.slice(0, 20);
}
