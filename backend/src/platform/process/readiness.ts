import { MikroORM } from '@mikro-orm/core';
import { Injectable } from '@nestjs/common';
import { ProbeSql } from '../database/probe-sql.js';

/** @returns what is wrong, in words without secrets; null when nothing is */
export type Condition = () => string | null;

const NO_TABLE = '42P01';

/** Whether this process can do its work. Redis is not asked for: without it everything is done, only later. */
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

  /** Like `require`; and when it is not met, only a new process helps. */
  requireToLive(condition: Condition): void {
    this.require(condition);
    this.vital.push(condition);
  }

  /** @returns why only a new process helps; null when this one may go on */
  fatal(): string | null {
    return firstOf(this.vital);
  }

  /** @returns why this process is not ready; null when it is */
  async problem(): Promise<string | null> {
    try {
      // A schema never goes back, so that it need not be asked for again.
      if (this.schemaIsCurrent) await this.sql.rows('select 1');
      else this.schemaIsCurrent = await this.hasAllMigrations();
    } catch {
      return 'database unreachable';
    }
    if (!this.schemaIsCurrent) return 'schema behind';
    return firstOf(this.conditions);
  }

  /** A newer schema is as good: while a new version is rolled out, or back, both run on it. */
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

function firstOf(conditions: Condition[]): string | null {
  for (const condition of conditions) {
    const problem = condition();
    if (problem) return problem;
  }
  return null;
}
