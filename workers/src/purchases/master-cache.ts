import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { CompiledPlan } from '../pdf/stamp/tail.js';

const MIB = 1024 * 1024;

/**
 * Keeps recently used masters by their SHA-256, and compiled plans by the id of the pattern's file. Two files can share a
 * master, but each file has its own plan.
 */
@Injectable()
export class MasterCache {
  private readonly masters = new LRUCache<string, Buffer>({
    maxSize: 128 * MIB,
    sizeCalculation: (master) => master.length,
  });
  private readonly plans = new LRUCache<string, CompiledPlan>({ maxSize: 64 * MIB, sizeCalculation: measureBytes });

  /**
   * @returns the master, from the cache or from `load`
   * @throws {Error} when the SHA-256 of the loaded bytes is not `sha256`
   */
  async bytes(sha256: string, load: () => Promise<Buffer>): Promise<Buffer> {
    const cached = this.masters.get(sha256);
    if (cached) return cached;
    const master = await load();
    if (createHash('sha256').update(master).digest('hex') !== sha256) throw new Error('the stored master is damaged');
    this.masters.set(sha256, master);
    return master;
  }

  /** @returns the compiled plan of a file, from the cache or from `compile` */
  plan(fileId: string, compile: () => CompiledPlan): CompiledPlan {
    const plan = this.plans.get(fileId) ?? compile();
    this.plans.set(fileId, plan);
    return plan;
  }
}

/** @returns the size of a compiled plan in memory: its large parts, deflated and inflated, and 1 KiB for the rest */
const measureBytes = ({ plan, rows, constant, constantObjects, table }: CompiledPlan): number =>
  1024 +
  (plan.rows.length + plan.constant.length + rows.length + constant.length) +
  16 * constantObjects.length +
  (table ? table.packed.length + table.index.length : 0);
