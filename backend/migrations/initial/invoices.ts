export const invoices = `
create table vat_rates (
  country text not null check (country ~ '^[A-Z]{2}$'),
  rate numeric(5, 2) not null check (rate between 0 and 100),
  valid_from date not null,
  valid_to date,
  primary key (country, valid_from)
);
-- Standard VAT rates in the European Union. A change of a rate inserts a row with a later
-- valid_from; no program sets valid_to.
insert into vat_rates (country, rate, valid_from) values
  ('AT', 20, '2016-01-01'), ('BE', 21, '1996-01-01'), ('BG', 20, '1999-01-01'), ('CY', 19, '2014-01-13'),
  ('CZ', 21, '2013-01-01'), ('DE', 19, '2021-01-01'), ('DK', 25, '1992-01-01'), ('EE', 24, '2025-07-01'),
  ('ES', 21, '2012-09-01'), ('FI', 25.5, '2024-09-01'), ('FR', 20, '2014-01-01'), ('GR', 24, '2016-06-01'),
  ('HR', 25, '2012-03-01'), ('HU', 27, '2012-01-01'), ('IE', 23, '2012-01-01'), ('IT', 22, '2013-10-01'),
  ('LT', 21, '2009-09-01'), ('LU', 17, '2024-01-01'), ('LV', 21, '2012-07-01'), ('MT', 18, '2004-01-01'),
  ('NL', 21, '2012-10-01'), ('PL', 23, '2011-01-01'), ('PT', 23, '2011-01-01'), ('RO', 21, '2025-08-01'),
  ('SE', 25, '1990-07-01'), ('SI', 22, '2013-07-01'), ('SK', 23, '2025-01-01');

create table invoice_counters (
  year int primary key,
  last int not null
);

create table invoices (
  id uuid primary key,
  number text not null constraint invoices_number_unique unique,
  kind text not null check (kind in ('invoice', 'cancellation')),
  purchase_id uuid not null references purchases,
  cancels uuid references invoices,
  order_number text not null,
  pattern_title text not null,
  locale text not null check (locale in ('de', 'en')),
  buyer_id uuid,
  buyer_name text,
  buyer_email text not null,
  country text not null,
  seller jsonb not null,
  net_cents int not null,
  vat_cents int not null,
  gross_cents int not null,
  vat_rate numeric(5, 2) not null,
  currency text not null,
  supplied_on date not null,
  issued_at timestamptz not null,
  object_key text,
  delete_after date not null,
  constraint invoices_kind_unique unique (purchase_id, kind),
  constraint invoices_sum check (net_cents + vat_cents = gross_cents),
  constraint invoices_cancels check ((kind = 'cancellation') = (cancels is not null))
);
create function keep_invoices() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if current_date <= old.delete_after then
      raise exception 'invoice % has to be kept until %', old.number, old.delete_after;
    end if;
    return old;
  end if;
  if old.object_key is not null or to_jsonb(new) - 'object_key' <> to_jsonb(old) - 'object_key' then
    raise exception 'invoice % is never changed', old.number;
  end if;
  return new;
end $$;
create trigger invoices_kept before update or delete on invoices
  for each row execute function keep_invoices();
`;
