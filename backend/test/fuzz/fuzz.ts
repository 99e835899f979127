import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument } from '../../src/platform/http/openapi.js';
import { type AccessFixtures, createAccessFixtures, type Persona } from '../support/access-fixtures.js';
import type { OpenShop } from '../support/open-shop.js';
import { type Call, listCalls, type Document } from './document.js';
import { type Input, inputsFor, type FindIds } from './inputs.js';
import { type FuzzResponse, Oracle } from './oracle.js';

export interface Finding {
  call: string;
  persona: Persona;
  input: Input;
  violation: string;
}

const CONCURRENCY = 16;
const PERSONAS: Persona[] = ['anonymous', 'owner', 'admin'];

/** Sends valid and invalid requests to a shop and checks the responses against its OpenAPI document. */
export class Fuzz {
  readonly calls: Call[];
  private readonly document: Document;
  private readonly oracle: Oracle;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });

  private constructor(
    private readonly shop: OpenShop,
    private readonly fixtures: AccessFixtures,
  ) {
    this.document = openApiDocument(shop.api) as OpenAPIObject as unknown as Document;
    this.calls = listCalls(this.document);
    this.oracle = new Oracle(this.document);
  }

  static async in(shop: OpenShop): Promise<Fuzz> {
    return new Fuzz(shop, await createAccessFixtures(shop));
  }

  close(): void {
    this.agent.destroy();
  }

  /** Sends `inputs` requests to one operation, in turn as each persona. @returns the undocumented responses */
  async try(call: Call, inputs: number, seed: number): Promise<Finding[]> {
    const samples = fc.sample(inputsFor(this.document, call, this.findIds), { numRuns: inputs, seed });
    const tokens = await Promise.all(PERSONAS.map((persona) => this.fixtures.tokenOf(persona)));
    const findings: Finding[] = [];
    let next = 0;
    const work = async () => {
      for (let index = next++; index < samples.length; index = next++) {
        const input = samples[index]!;
        const personaIndex = index % PERSONAS.length;
        const violation = await this.violation(call, input, tokens[personaIndex]);
        if (violation) findings.push({ call: call.name, persona: PERSONAS[personaIndex]!, input, violation });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return this.repeatSlowAlone(call, findings);
  }

  /** Repeats slow requests one after the other: they may have been slow only because of the concurrent requests. */
  private async repeatSlowAlone(call: Call, findings: Finding[]): Promise<Finding[]> {
    const kept: Finding[] = [];
    for (const finding of findings) {
      const slow = finding.violation.startsWith('took');
      // Logged, because a request that is slow in every run needs attention even if the repetition is fast.
      if (slow) process.stdout.write(`fuzz: repeated alone: ${call.name} ${finding.violation}\n`);
      const slowAgain =
        slow && (await this.violation(call, finding.input, await this.fixtures.tokenOf(finding.persona)));
      if (!slow || slowAgain) kept.push(finding);
    }
    return kept;
  }

  /**
   * Sends one request; repeats it once after a lost connection, because the server may close an idle connection at the
   * moment of its use.
   * @returns how the response differs from the document; null when it does not
   */
  async violation(call: Call, input: Input, token: string | undefined): Promise<string | null> {
    const attempt = async () => {
      try {
        return this.oracle.violation(call, await this.send(call.method, input, token));
      } catch (error) {
        return `lost connection: ${(error as Error).message}`;
      }
    };
    const first = await attempt();
    return first?.startsWith('lost') ? attempt() : first;
  }

  tokenOf(persona: Persona): Promise<string | undefined> {
    return this.fixtures.tokenOf(persona);
  }

  private readonly findIds: FindIds = (name, path) => {
    const { owner, other } = this.fixtures.resources;
    const listIds = (...resources: (keyof typeof owner)[]) =>
      resources.flatMap((kind) => [owner[kind], other[kind]]).filter((id) => id !== undefined);
    if (name === 'idOrToken') return listIds('purchase', 'token');
    if (name === 'token') return listIds('token');
    if (name === 'fileId' || name === 'file') return listIds('file');
    if (name === 'pictureId') return listIds('picture');
    if (name === 'pattern_id') return listIds('pattern');
    if (name === 'requestId') return listIds('export');
    if (name !== 'id') return [];
    if (path.includes('/purchases/')) return listIds('purchase');
    if (path.includes('/reports/')) return listIds('report');
    if (path.startsWith('/api/admin/users') || path.startsWith('/api/users/{')) return listIds('user');
    return listIds('pattern', 'draft');
  };

  private send(method: string, { path, body }: Input, token: string | undefined): Promise<FuzzResponse> {
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<FuzzResponse>();
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const { hostname, port } = new URL(this.shop.url);
    const outgoing = request({ hostname, port, path, method, headers, agent: this.agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          contentType: String(response.headers['content-type'] ?? ''),
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - startedAt,
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
    return promise;
  }
}
