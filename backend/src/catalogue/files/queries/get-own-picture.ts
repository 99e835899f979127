import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Language } from '../../../platform/language.js';
import { notFound } from '../../../platform/api-error.js';
import { Sql } from '../../../platform/database/sql.js';
import { OWN_PICTURE, toOwnPicture, type PictureRow } from '../../patterns/own-pattern-rows.js';
import type { OwnPicture } from '../uploads.contract.js';

/** Reads a designer's own picture. @throws {ApiError} 404 PICTURE_NOT_FOUND */
export class GetOwnPicture extends Query<OwnPicture> {
  constructor(
    readonly patternId: string,
    readonly pictureId: string,
    readonly userId: string,
    readonly language: Language,
  ) {
    super();
  }
}

const STATEMENT = `
select ${OWN_PICTURE} as picture from pattern_pictures i
join patterns p on p.id = i.pattern_id
join designers d on d.id = p.designer_id and d.user_id = $3
where i.id = $2 and i.pattern_id = $1 and i.state <> 'removed'`;

@QueryHandler(GetOwnPicture)
export class GetOwnPictureHandler implements IQueryHandler<GetOwnPicture> {
  constructor(private readonly sql: Sql) {}

  async execute({ patternId, pictureId, userId, language }: GetOwnPicture): Promise<OwnPicture> {
    const row = await this.sql.row<{ picture: PictureRow }>(STATEMENT, [patternId, pictureId, userId]);
    if (!row) throw notFound('PICTURE_NOT_FOUND', 'Picture');
    return toOwnPicture(row.picture, language);
  }
}
