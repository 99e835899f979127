import * as fc from 'fast-check';
import { Agent, request } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { openApiDocument } from '../../src/platform/http/openapi.js';
import { type AccessWorld, accessWorld, type Persona } from '../support/access-world.js';
import type { OpenShop } from '../support/open-shop.js';
import { type Call, callsOf, type Document } from './document.js';
import { type Input, inputsFor, type Known } from './inputs.js';
import { type FuzzResponse, Oracle } from './oracle.js';

export interface Finding {
  call: string;
  persona: Persona;
  input: Input;
  complaint: string;
}

const AT_ONCE = 16;
const PERSONAS: Persona[] = ['anonymous', 'owner', 'admin'];

/** A shop that is asked everything its document allows, and much that it does not. */
export class Fuzz {
  readonly calls: Call[];
  private readonly document: Document;
  private readonly oracle: Oracle;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

  private constructor(
    private readonly shop: OpenShop,
    private readonly world: AccessWorld,
  ) {
    this.document = openApiDocument(shop.api) as OpenAPIObject as unknown as Document;
    this.calls = callsOf(this.document);
    this.oracle = new Oracle(this.document);
  }

  static async in(shop: OpenShop): Promise<Fuzz> {
    return new Fuzz(shop, await accessWorld(shop));
  }

  close(): void {
    this.agent.destroy();
  }

  /** @returns what one call did wrong for so many inputs, shared between the personas */
  async try(call: Call, inputs: number, seed: number): Promise<Finding[]> {
    const drawn = fc.sample(inputsFor(this.document, call, this.known), { numRuns: inputs, seed });
    const tokens = await Promise.all(PERSONAS.map((persona) => this.world.tokenOf(persona)));
    const findings: Finding[] = [];
    let next = 0;
    const work = async () => {
      for (let at = next++; at < drawn.length; at = next++) {
        const who = at % PERSONAS.length;
        const complaint = await this.complaint(call, drawn[at]!, tokens[who]);
        if (complaint) findings.push({ call: call.name, persona: PERSONAS[who]!, input: drawn[at]!, complaint });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return this.withoutCrowd(call, findings);
  }

  /** Asks again, one after the other, for what was slow in the crowd: it may only have had to wait for the others. */
  private async withoutCrowd(call: Call, findings: Finding[]): Promise<Finding[]> {
    const kept: Finding[] = [];
    for (const finding of findings) {
      const crowded = finding.complaint.startsWith('took');
      // Not in silence: what is slow in every run has a reason.
      if (crowded) process.stdout.write(`fuzz: asked again alone: ${call.name} ${finding.complaint}\n`);
      const again = crowded && (await this.complaint(call, finding.input, await this.world.tokenOf(finding.persona)));
      if (!crowded || again) kept.push(finding);
    }
    return kept;
  }

  /**
   * @returns what is wrong with the answer to one input. One that got lost is asked for again, as a kept connection may be
   * closed at the moment it is used.
   */
  async complaint(call: Call, input: Input, token: string | undefined): Promise<string | null> {
    const once = async () => {
      try {
        return this.oracle.complaint(call, await this.send(call.method, input, token));
      } catch (error) {
        return `lost the connection: ${(error as Error).message}`;
      }
    };
    const first = await once();
    return first?.startsWith('lost') ? once() : first;
  }

  tokenOf(persona: Persona): Promise<string | undefined> {
    return this.world.tokenOf(persona);
  }

  private readonly known: Known = (name, path) => {
    const { owner, other } = this.world.things;
    const of = (...things: (keyof typeof owner)[]) =>
      things.flatMap((thing) => [owner[thing], other[thing]]).filter((id) => id !== undefined);
    if (name === 'idOrToken') return of('purchase', 'token');
    if (name === 'token') return of('token');
    if (name === 'fileId' || name === 'file') return of('file');
    if (name === 'pictureId') return of('picture');
    if (name === 'pattern_id') return of('pattern');
    if (name === 'requestId') return of('export');
    if (name !== 'id') return [];
    if (path.includes('/purchases/')) return of('purchase');
    if (path.includes('/reports/')) return of('report');
    if (path.startsWith('/api/admin/users') || path.startsWith('/api/users/{')) return of('user');
    return of('pattern', 'draft');
  };

  private send(method: string, { path, body }: Input, token: string | undefined): Promise<FuzzResponse> {
    const since = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<FuzzResponse>();
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const { hostname, port } = new URL(this.shop.url);
    const asked = request({ hostname, port, path, method, headers, agent: this.agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          contentType: String(answer.headers['content-type'] ?? ''),
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - since,
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
    return promise;
  }
}
