import { defineEntity } from '@mikro-orm/core';
import type { Ground } from '../../platform/ground.js';
import { User } from '../user.entity.js';

const SuspensionSchema = defineEntity({
  name: 'Suspension',
  tableName: 'suspensions',
  properties: (p) => ({
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().joinColumn('user_id').deleteRule('cascade'),
    /** Written by the administrator for the owner of the account. */
    reason: p.text(),
    /** Ground and clause are null in suspensions of an earlier version of the shop. */
    ground: p.text().$type<Ground>().nullable(),
    clause: p.text().nullable(),
    suspendedAt: p.datetime(),
    liftedAt: p.datetime().nullable(),
  }),
});

/** The suspension of an account. It lasts until an administrator lifts it. */
export class Suspension extends SuspensionSchema.class {}
SuspensionSchema.setClass(Suspension);
