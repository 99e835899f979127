import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { FileState, FileStep } from '../pattern-file.entity.js';

/** Reads a file for the workers: the storage key of the upload and, after the preparation, the master and its plan. */
export class GetMaster extends Query<MasterFile | null> {
  constructor(readonly fileId: string) {
    super();
  }
}

export interface MasterFile {
  fileId: string;
  state: FileState;
  step: FileStep;
  sourceKey: string;
  masterKey: string | null;
  masterEtag: string | null;
  masterBytes: number | null;
  masterSha256: string | null;
  /** The plan as JSON; null until the master is prepared. */
  plan: unknown;
}

@QueryHandler(GetMaster)
export class GetMasterHandler implements IQueryHandler<GetMaster> {
  constructor(private readonly sql: Sql) {}

  execute({ fileId }: GetMaster): Promise<MasterFile | null> {
    return this.sql.row<MasterFile>(
      `select f.id as "fileId", f.state, f.step, f.source_key as "sourceKey",
              f.master_key as "masterKey", f.master_etag as "masterEtag", f.master_bytes::float8 as "masterBytes",
              f.master_sha256 as "masterSha256", m.plan
       from pattern_files f left join master_plans m on m.file_id = f.id
       where f.id = $1`,
      [fileId],
    );
  }
}
