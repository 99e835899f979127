import { RIGHTS, ROW_RIGHTS } from '../src/program-role.js';
import type { OpenShop } from './support/open-shop.js';
import { openShop } from './support/open-shop.js';
import { aBuyer } from './support/builders.js';

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
  await aBuyer(shop);
});
afterAll(() => shop?.close());

const REFUSED = /must be owner|permission denied/;

describe('the role of the programs in the database', () => {
  it('owns nothing and has no rights over other roles', async () => {
    const role = await shop.sql.row(
      `select rolname as name, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
         from pg_roles r where rolname = current_user`,
    );
    expect(role).toEqual({
      name: 'shop_programs',
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owned: 0,
      memberships: 0,
    });
  });

  it.each([
    'truncate audit_entries',
    'truncate invoices cascade',
    'truncate bullmq.job cascade',
    'drop table invoices',
    'drop schema bullmq cascade',
    'drop function keep_invoices() cascade',
    'alter table invoices disable trigger invoices_kept',
    'alter table audit_entries disable trigger all',
    'alter table invoices add column note text',
    'alter table users owner to current_user',
    `create or replace function keep_invoices() returns trigger language plpgsql as 'begin return new; end'`,
    `create trigger quiet before update on invoices for each row execute function suppress_redundant_updates_trigger()`,
    'create rule quiet as on insert to audit_entries do instead nothing',
    'create table public.mine (id int)',
    'create schema mine',
    'set session_replication_role = replica',
    'delete from audit_entries',
    'update audit_entries set actor_id = null',
    'delete from consent_records',
    'update consent_records set granted = true',
    'update invoices set gross_cents = 0',
    'update vat_rates set rate = 0',
    'insert into schema_migrations (name) values (current_user)',
    'delete from bullmq.migration',
    'create role other superuser',
    `copy users to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
  ])('cannot execute: %s', async (statement) => {
    await expect(shop.sql.unprepared(statement)).rejects.toThrow(REFUSED);
  });

  it('has exactly the rights that program-role.ts lists, in the schema of the queues too', async () => {
    const tables = await shop.sql.rows<{ name: string; rights: string }>(
      `select schemaname || '.' || tablename as name, array_to_string(array(
          select word from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as word
           where has_table_privilege(format('%I.%I', schemaname, tablename), word)), ', ') as rights
         from pg_tables where schemaname in ('public', 'bullmq') order by 1`,
    );
    expect(tables.length).toBeGreaterThan(40);
    const expectedRights = (name: string) => (RIGHTS[name] ?? ROW_RIGHTS).replace(/, update \(.*\)$/, '');
    expect(tables).toEqual(tables.map(({ name }) => ({ name, rights: expectedRights(name) })));
    expect(tables.filter(({ rights }) => rights !== ROW_RIGHTS).map(({ name }) => name)).toEqual([
      'bullmq.migration',
      'public.audit_entries',
      'public.consent_records',
      'public.invoices',
      'public.legal_texts',
      'public.schema_migrations',
      'public.vat_rates',
    ]);
    const columns = await shop.sql.rows<{ name: string }>(
      `select attname as name from pg_attribute
        where attrelid = 'public.invoices'::regclass and attnum > 0 and not attisdropped
          and has_column_privilege(attrelid, attnum, 'update')`,
    );
    expect(columns).toEqual([{ name: 'object_key' }]);
  });

  it('can use the tables of a later migration immediately', async () => {
    await shop.owner.rows('create table later (id serial primary key)');
    await shop.sql.rows('insert into later default values');
    expect(await shop.sql.rows('select id from later')).toEqual([{ id: 1 }]);
    await shop.owner.rows('drop table later');
  });
});
