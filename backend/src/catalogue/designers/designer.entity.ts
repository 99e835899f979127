import { defineEntity } from '@mikro-orm/core';
import type { Language } from '../../platform/language.js';

const DesignerSchema = defineEntity({
  name: 'Designer',
  tableName: 'designers',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid().nullable(),
    slug: p.text(),
    name: p.text(),
    bio: p.json<Partial<Record<Language, string>>>(),
    avatarUrl: p.text().nullable(),
    createdAt: p.datetime(),
  }),
});

/** A seller of patterns. After the erasure of the account, `userId` is null and the name is replaced. */
export class Designer extends DesignerSchema.class {}
DesignerSchema.setClass(Designer);
