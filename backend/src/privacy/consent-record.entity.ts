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

/** A consent that a user gave or withdrew. The database refuses to change or delete a record, because it is a proof. */
export class ConsentRecord extends ConsentRecordSchema.class {}
ConsentRecordSchema.setClass(ConsentRecord);
