import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';

const MIB = 1024 * 1024;

/** LRU cache: small masters by their SHA-256, compiled plans by file id, because two files may share a master. */
@Injectable()
export class MasterCache {
  private readonly masters = new Recent<Buffer>(128 * MIB, (master) => master.length);
  private readonly plans = new Recent<CompiledPlan>(64 * MIB, bytesOf);

  /** @throws {Error} when `load` returns other bytes than the master's */
  async bytes(sha256: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.masters.get(sha256);
    if (known) return known;
    const master = await load();
    if (createHash('sha256').update(master).digest('hex') !== sha256) throw new Error('the stored master is damaged');
    return this.masters.keep(sha256, master);
  }

  plan(fileId: string, compile: () => CompiledPlan): CompiledPlan {
    return this.plans.get(fileId) ?? this.plans.keep(fileId, compile());
  }
}

/** Size of a compiled plan in memory: its large parts, packed and unpacked, and 1 KiB for the rest. */
const bytesOf = ({ plan, rows, constant, shifted, table }: CompiledPlan): number =>
  1024 +
  (plan.rows.length + plan.constant.length + rows.length + constant.length) +
  16 * shifted.length +
  (table ? table.packed.length + table.index.length : 0);

/** LRU cache with a limit in bytes. */
class Recent<V> {
  private readonly values = new Map<string, V>();
  private totalBytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly sizeOf: (value: V) => number,
  ) {}

  get(key: string): V | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  keep(key: string, value: V): V {
    const existing = this.values.get(key);
    if (existing !== undefined) this.drop(key, existing);
    this.values.set(key, value);
    this.totalBytes += this.sizeOf(value);
    for (const [oldestKey, oldest] of this.values) {
      if (this.totalBytes <= this.maxBytes) break;
      this.drop(oldestKey, oldest);
    }
    return value;
  }

  private drop(key: string, value: V): void {
    this.values.delete(key);
    this.totalBytes -= this.sizeOf(value);
  }
}
