import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';

const MIB = 1024 * 1024;

/** What was used lately: small masters by their SHA-256, compiled plans by their file, because two files may share a master. */
@Injectable()
export class MasterCache {
  private readonly masters = new Recent<Buffer>(128 * MIB, (master) => master.length);
  private readonly plans = new Recent<CompiledPlan>(64 * MIB, bytesOf);

  /** @throws Error when what `load` gives is not the master that was asked for */
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

/** Bytes of the large parts of a compiled plan, packed and unpacked, and a kilobyte for the rest. */
const bytesOf = ({ plan, rows, constant, shifted, table }: CompiledPlan): number =>
  1024 +
  (plan.rows.length + plan.constant.length + rows.length + constant.length) +
  16 * shifted.length +
  (table ? table.packed.length + table.index.length : 0);

/** Values up to so many bytes together; the one that was not read for the longest time goes first. */
class Recent<V> {
  private readonly values = new Map<string, V>();
  private held = 0;

  constructor(
    private readonly mostBytes: number,
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
    const before = this.values.get(key);
    if (before !== undefined) this.drop(key, before);
    this.values.set(key, value);
    this.held += this.sizeOf(value);
    for (const [oldest, its] of this.values) {
      if (this.held <= this.mostBytes) break;
      this.drop(oldest, its);
    }
    return value;
  }

  private drop(key: string, value: V): void {
    this.values.delete(key);
    this.held -= this.sizeOf(value);
  }
}
