import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';

const MAX_BYTES = 128 * 1024 * 1024;
const MAX_PLANS = 200;

/** What was used lately: small masters by their SHA-256, compiled plans by their file, because two files may share a master. */
@Injectable()
export class MasterCache {
  private readonly masters = new Map<string, Buffer>();
  private readonly plans = new Map<string, CompiledPlan>();
  private held = 0;

  /** @throws Error when what `load` gives is not the master that was asked for */
  async bytes(sha256: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const known = touch(this.masters, sha256);
    if (known) return known;
    const master = await load();
    if (createHash('sha256').update(master).digest('hex') !== sha256) throw new Error('the stored master is damaged');
    if (!this.masters.has(sha256)) this.held += master.length;
    this.masters.set(sha256, master);
    for (const [oldest, bytes] of this.masters) {
      if (this.held <= MAX_BYTES) break;
      this.masters.delete(oldest);
      this.held -= bytes.length;
    }
    return master;
  }

  plan(fileId: string, compile: () => CompiledPlan): CompiledPlan {
    const known = touch(this.plans, fileId);
    if (known) return known;
    const plan = compile();
    this.plans.set(fileId, plan);
    if (this.plans.size > MAX_PLANS) this.plans.delete(this.plans.keys().next().value!);
    return plan;
  }
}

/** Reading an entry makes it the youngest. */
function touch<V>(map: Map<string, V>, key: string): V | undefined {
  const value = map.get(key);
  if (value !== undefined) {
    map.delete(key);
    map.set(key, value);
  }
  return value;
}
