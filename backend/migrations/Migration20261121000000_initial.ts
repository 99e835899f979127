import { Migration } from '@mikro-orm/migrations';
import { accounts } from './initial/accounts.js';
import { catalogue } from './initial/catalogue.js';
import { events } from './initial/events.js';
import { invoices } from './initial/invoices.js';
import { moderation } from './initial/moderation.js';
import { payments } from './initial/payments.js';
import { privacy } from './initial/privacy.js';
import { purchases } from './initial/purchases.js';
import { search } from './initial/search.js';
import { visitors } from './initial/visitors.js';

/** The whole schema. The parts are in this order because a table must be created after the tables that it references. */
export class Migration20261121000000_initial extends Migration {
  override up(): void {
    const parts = [accounts, catalogue, search, purchases, payments, invoices, moderation, privacy, visitors, events];
    for (const sql of parts) this.addSql(sql);
  }
}
