import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';

const MIB = 1024 * 1024;

/** LRU cache: small masters by their SHA-256, compiled plans by file id, because two files may share a master. */
@Injectable()
export class MasterCache {
  private readonly masters = new LRUCache<string, Buffer>({
    maxSize: 128 * MIB,
    sizeCalculation: (master) => master.length,
  });
  private readonly plans = new LRUCache<string, CompiledPlan>({ maxSize: 64 * MIB, sizeCalculation: measureBytes });

  /** @throws {Error} when `load` returns other bytes than the master's */
  async bytes(sha256: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.masters.get(sha256);
    if (known) return known;
    const master = await load();
    if (createHash('sha256').update(master).digest('hex') !== sha256) throw new Error('the stored master is damaged');
    this.masters.set(sha256, master);
    return master;
  }

  plan(fileId: string, compile: () => CompiledPlan): CompiledPlan {
    const plan = this.plans.get(fileId) ?? compile();
    this.plans.set(fileId, plan);
    return plan;
  }
}

/** Size of a compiled plan in memory: its large parts, packed and unpacked, and 1 KiB for the rest. */
const measureBytes = ({ plan, rows, constant, constantObjects, table }: CompiledPlan): number =>
  1024 +
  (plan.rows.length + plan.constant.length + rows.length + constant.length) +
  16 * constantObjects.length +
  (table ? table.packed.length + table.index.length : 0);
