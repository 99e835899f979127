import { MikroORM } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { ProbeSql } from '../database/probe-sql.js';

/** @returns the problem, without secrets; null when there is none */
export type Condition = () => string | null;

const NO_TABLE = '42P01';

/** Whether this process can work. Redis is not checked: without it jobs run later. */
@Injectable()
export class Readiness {
  private readonly conditions: Condition[] = [];
  private readonly vital: Condition[] = [];
  private schemaIsCurrent = false;

  constructor(
    private readonly sql: ProbeSql,
    private readonly orm: MikroORM,
  ) {}

  require(condition: Condition): void {
    this.conditions.push(condition);
  }

  /** Like `require`; a failure also fails the liveness probe, as only a restart fixes it. */
  requireToLive(condition: Condition): void {
    this.require(condition);
    this.vital.push(condition);
  }

  /** @returns why the process needs a restart; null when it does not */
  fatal(): string | null {
    return findProblem(this.vital);
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
    return findProblem(this.conditions);
  }

  /** A newer schema is accepted: during a rollout or rollback both versions run on it. */
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
