import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Sql } from '../../../platform/database/sql.js';
import type { PictureState } from '../pattern-picture.entity.js';

/** Reads an uploaded picture for the workers; null when it does not exist. */
export class GetPicture extends Query<UploadedPicture | null> {
  constructor(readonly pictureId: string) {
    super();
  }
}

export interface UploadedPicture {
  state: PictureState;
  sourceKey: string;
}

@QueryHandler(GetPicture)
export class GetPictureHandler implements IQueryHandler<GetPicture> {
  constructor(private readonly sql: Sql) {}

  execute({ pictureId }: GetPicture): Promise<UploadedPicture | null> {
    return this.sql.row<UploadedPicture>(
      `select state, source_key as "sourceKey" from pattern_pictures where id = $1`,
      [pictureId],
    );
  }
}
