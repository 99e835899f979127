import { defineEntity } from '@mikro-orm/core';
import type { ConsentType } from './consent.js';

const ConsentRecordSchema = defineEntity({
  name: 'ConsentRecord',
  tableName: 'consent_records',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: p.uuid(),
    type: p.text().$type<ConsentType>(),
    granted: p.boolean(),
    version: p.text(),
    source: p.text(),
    recordedAt: p.datetime(),
  }),
});

/**
 * A user gave or withdrew one consent. The database refuses updates and deletes, because the shop must prove consents.
 */
export class ConsentRecord extends ConsentRecordSchema.class {}
ConsentRecordSchema.setClass(ConsentRecord);
