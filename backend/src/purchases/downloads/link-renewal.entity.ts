import { defineEntity } from '@mikro-orm/core';
import { Purchase } from '../orders/purchase.entity.js';

const LinkRenewalSchema = defineEntity({
  name: 'LinkRenewal',
  tableName: 'link_renewals',
  properties: (p) => ({
    id: p.uuid().primary(),
    purchaseId: () => p.manyToOne(Purchase).mapToPk().joinColumn('purchase_id').deleteRule('cascade'),
    userId: p.uuid(),
    renewedAt: p.datetime(),
  }),
});

/** One renewal of the download link of a purchase. RenewLink limits the renewals per calendar month. */
export class LinkRenewal extends LinkRenewalSchema.class {}
LinkRenewalSchema.setClass(LinkRenewal);
