import type { ConfigReader } from './reader.js';

/** How a sale is taxed: each case has a revenue account of its own. */
export const TAX_CASES = ['domestic', 'oss', 'outside-eu', 'small-business'] as const;
export type TaxCase = (typeof TAX_CASES)[number];

export interface DatevAccount {
  account: string;
  /** Tax key (BU-Schlüssel), four digits; null for an account that computes the VAT itself. */
  key: string | null;
}

/** Settings of the export for DATEV. */
export interface DatevSettings {
  chart: 'SKR03' | 'SKR04';
  /** Number of the tax adviser (Beraternummer); null: the export for DATEV is refused. */
  consultant: string | null;
  /** Number of the shop as a client of the tax adviser (Mandantennummer). */
  client: string | null;
  /** Number of digits of a general ledger account (Sachkonto). */
  accountLength: number;
  /** `receipts` is the account that is debited: cash in transit (Geldtransit) or a collective customer account. */
  accounts: Record<TaxCase | 'receipts', DatevAccount>;
}

/** The default accounts in each standard chart. DATEV_ACCOUNTS replaces single accounts. */
const DEFAULTS: Record<DatevSettings['chart'], Record<TaxCase | 'receipts', string>> = {
  SKR03: { domestic: '8400', oss: '8331', 'outside-eu': '8338', 'small-business': '8195', receipts: '1360' },
  SKR04: { domestic: '4400', oss: '4331', 'outside-eu': '4338', 'small-business': '4185', receipts: '1460' },
};

const ENTRY = /^([a-z-]+)=(\d{4,9})(?::(\d{4}))?$/;

export function readDatev(read: ConfigReader): DatevSettings {
  const chart = read.text('DATEV_CHART') ?? 'SKR03';
  if (chart !== 'SKR03' && chart !== 'SKR04') read.problem('DATEV_CHART', 'must be SKR03 or SKR04');
  const defaults = DEFAULTS[chart === 'SKR04' ? 'SKR04' : 'SKR03'];
  const accounts = Object.fromEntries(
    Object.entries(defaults).map(([name, account]) => [name, { account, key: null }]),
  ) as DatevSettings['accounts'];
  for (const entry of read.list('DATEV_ACCOUNTS') ?? []) {
    const [, name = '', account = '', key = null] = ENTRY.exec(entry) ?? [];
    if (name in accounts) accounts[name as TaxCase] = { account, key };
    else {
      const names = Object.keys(accounts).join(', ');
      read.problem('DATEV_ACCOUNTS', `"${entry}" is not <name>=<account> or <name>=<account>:<key>; names: ${names}`);
    }
  }
  return {
    chart: chart === 'SKR04' ? 'SKR04' : 'SKR03',
    consultant: readNumber(read, 'DATEV_CONSULTANT', 1_001, 9_999_999),
    client: readNumber(read, 'DATEV_CLIENT', 1, 99_999),
    accountLength: read.count('DATEV_ACCOUNT_LENGTH', 4, 8),
    accounts,
  };
}

/** @returns the number as text without leading zeros; null when it is missing or invalid */
function readNumber(read: ConfigReader, name: string, min: number, max: number): string | null {
  const value = read.text(name);
  if (value === undefined) return null;
  if (/^\d{1,7}$/.test(value) && Number(value) >= min && Number(value) <= max) return String(Number(value));
  read.problem(name, `not a whole number between ${min} and ${max}`);
  return null;
}
