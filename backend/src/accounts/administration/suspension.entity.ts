import { defineEntity } from '@mikro-orm/core';
import { User } from '../user.entity.js';

const SuspensionSchema = defineEntity({
  name: 'Suspension',
  tableName: 'suspensions',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    /** In the administrator's words; the owner of the account reads it. */
    reason: p.text(),
    suspendedAt: p.datetime(),
    liftedAt: p.datetime().nullable(),
  }),
});

/** An account that may not be used, from a decision of an administrator to another one. */
export class Suspension extends SuspensionSchema.class {}
SuspensionSchema.setClass(Suspension);
