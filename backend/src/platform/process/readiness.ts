import { MikroORM } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { ProbeSql } from '../database/probe-sql.js';

/** A check of the process. @returns the problem, without secrets; null when there is none */
export type Condition = () => string | null;

const NO_TABLE = '42P01';

/** Checks whether this process can work. Redis is not checked, because without it jobs only run later. */
@Injectable()
export class Readiness {
  private readonly readinessConditions: Condition[] = [];
  private readonly livenessConditions: Condition[] = [];
  private schemaIsCurrent = false;

  constructor(
    private readonly sql: ProbeSql,
    private readonly orm: MikroORM,
  ) {}

  /** Adds a condition. While the condition returns a problem, the process is not ready. */
  require(condition: Condition): void {
    this.readinessConditions.push(condition);
  }

  /** Like `require`, for problems that only a restart fixes: the liveness probe fails too. */
  requireToLive(condition: Condition): void {
    this.require(condition);
    this.livenessConditions.push(condition);
  }

  /** @returns why the process needs a restart; null when it does not */
  fatal(): string | null {
    return findProblem(this.livenessConditions);
  }

  /** @returns why the process is not ready; null when it is */
  async problem(): Promise<string | null> {
    try {
      // The schema is never reverted, so one successful check is enough.
      if (this.schemaIsCurrent) await this.sql.rows('select 1');
      else this.schemaIsCurrent = await this.hasAllMigrations();
    } catch {
      return 'database unreachable';
    }
    if (!this.schemaIsCurrent) return 'schema behind';
    return findProblem(this.readinessConditions);
  }

  /** Accepts a newer schema, because during a rollout or rollback both versions of the program run on it. */
  private async hasAllMigrations(): Promise<boolean> {
    const { migrationsList = [], tableName } = this.orm.config.get('migrations');
    const names = migrationsList.map((migration) =>
      typeof migration === 'function' ? migration.name : migration.name,
    );
    try {
      const [row] = await this.sql.rows<{ missing: boolean }>(
        `select exists (select unnest($1::text[]) except select name from ${tableName}) as missing`,
        [names],
      );
      return !row!.missing;
    } catch (error) {
      if ((error as { code?: string }).code === NO_TABLE) return false;
      throw error;
    }
  }
}

function findProblem(conditions: Condition[]): string | null {
  for (const condition of conditions) {
    const problem = condition();
    if (problem) return problem;
  }
  return null;
}
