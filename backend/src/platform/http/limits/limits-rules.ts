/** A rate limit: at most `count` requests in `seconds`. */
export interface Rule {
  count: number;
  seconds: number;
  /**
   * What the rule counts: requests of a network (`ip`; in IPv6 a /64, and a /48 with a limit ten times as high), requests
   * for an account (`account`), or requests for an account from one network (`account-at`). The values `mail-network`,
   * `mailbox` and `shop` count mails, not requests (platform/mail/unproven-mail.ts).
   */
  by: 'ip' | 'account' | 'account-at' | 'mail-network' | 'mailbox' | 'shop';
  /** Does not count requests from a network in which the account's owner has signed in before. */
  exceptKnownPlaces?: boolean;
  /** Counts per process instead of in the shared store: for frequent, cheap requests. */
  local?: boolean;
  /**
   * Counts only failed attempts. Above the limit, each further attempt has to wait twice as long as the one before, but at
   * most MAX_PAUSE_SECONDS, so that an attacker cannot lock the owner of an account out for a day.
   */
  failures?: boolean;
  /** While the shared store is unreachable, all requests pass. Rules without this option are then counted per process. */
  open?: boolean;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MAX_PAUSE_SECONDS = QUARTER;
/** @param beyond number of failures since the last allowed one, including it */
export const pauseSeconds = (beyond: number) => Math.min(2 ** Math.min(beyond, 20), MAX_PAUSE_SECONDS);

const ip = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({ count, seconds, by: 'ip', ...more });
const account = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({
  ...ip(count, seconds, more),
  by: 'account',
});

/** All limits, as `flow.name`. RATE_LIMITS overrides single ones, RATE_LIMIT_FACTOR multiplies them all. */
export const RULES = {
  'login.ip': ip(30, QUARTER),
  'login.account': { count: 5, seconds: QUARTER, by: 'account-at', failures: true },
  // Counts across all networks. Otherwise an attacker with a thousand networks could guess a thousand times as fast.
  'login.day': account(100, DAY, { failures: true, exceptKnownPlaces: true }),
  'second-factor.ip': ip(30, QUARTER),
  // There is no rule across all networks: the context accounts itself pauses a second factor after wrong codes.
  'second-factor.account': { count: 5, seconds: QUARTER, by: 'account-at', failures: true },
  'register.ip': ip(5, HOUR),
  'register.day': ip(20, DAY),
  'reset-request.ip': ip(10, HOUR),
  'mailed-token.ip': ip(20, QUARTER),
  // The command itself limits verification mails per account, by the time of the last one.
  'verification.ip': ip(20, HOUR),
  'refresh.ip': ip(120, QUARTER),
  'refresh.account': account(30, QUARTER),
  'change-password.account': account(5, QUARTER),
  'payment.ip': ip(30, HOUR),
  'payment.account': account(10, 10 * MINUTE),
  'download.ip': ip(60, MINUTE),
  'download.account': account(10, MINUTE),
  'view.ip': ip(60, MINUTE, { open: true }),
  'browse.ip': ip(120, MINUTE, { local: true }),
  'sell.ip': ip(10, HOUR),
  'sell.account': account(20, DAY),
  // A pattern has up to five files and eight pictures, and designers sometimes replace them.
  'upload.ip': ip(100, HOUR),
  'upload.account': account(200, DAY),
  // The privacy context allows one export in 24 hours; this limit bounds repeated refused requests.
  'export.account': account(10, HOUR),
  'delete-account.account': account(3, HOUR),
  'newsletter.ip': ip(10, HOUR),
  // High, because a withdrawal must not be refused. The command limits its mails.
  'withdrawal.ip': ip(200, HOUR),
  'withdrawal.account': account(200, HOUR),
  'report.account': account(10, HOUR),
  'policy-report.ip': ip(30, MINUTE, { local: true }),
  'admin.account': account(60, MINUTE),
  // Mails of all kinds to unproven addresses.
  'unproven-mail.ip': { count: 5, seconds: HOUR, by: 'mail-network' },
  'unproven-mail.recipient': { count: 5, seconds: DAY, by: 'mailbox' },
  'unproven-mail.shop': { count: 500, seconds: DAY, by: 'shop' },
  // All other endpoints.
  'read.ip': ip(1_200, MINUTE, { local: true }),
  'write.ip': ip(240, MINUTE, { local: true }),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export type Flow = RuleName extends infer Name ? (Name extends `${infer First}.${string}` ? First : never) : never;

export interface LimitSettings {
  factor: number;
  overrides: Partial<Record<RuleName, Pick<Rule, 'count' | 'seconds'>>>;
}

/** @returns all rules, changed by the factor and the overrides */
export function effectiveRules({ factor, overrides }: LimitSettings): Record<RuleName, Rule> {
  return Object.fromEntries(
    (Object.entries(RULES) as [RuleName, Rule][]).map(([name, rule]) => [
      name,
      { ...rule, count: Math.ceil(rule.count * factor), ...overrides[name] },
    ]),
  ) as Record<RuleName, Rule>;
}

const OVERRIDE = /^([a-z-]+\.[a-z]+)=([1-9]\d{0,8})\/([1-9]\d{0,6})$/;

/** Parses RATE_LIMITS and RATE_LIMIT_FACTOR, e.g. `login.ip=10/60,view.ip=600/60` and `50`. */
export function readLimits(list = '', factor = '1', problems: string[] = []): LimitSettings {
  const overrides: LimitSettings['overrides'] = {};
  for (const part of list.split(',').map((entry) => entry.trim())) {
    if (part === '') continue;
    const [, name, count, seconds] = OVERRIDE.exec(part) ?? [];
    if (name && name in RULES) overrides[name as RuleName] = { count: Number(count), seconds: Number(seconds) };
    else
      problems.push(
        `RATE_LIMITS: "${part}" is not <limit>=<count>/<seconds>; limits: ${Object.keys(RULES).join(', ')}`,
      );
  }
  if (!(Number(factor) > 0 && Number(factor) <= 1_000_000)) problems.push('RATE_LIMIT_FACTOR: not a number above 0');
  return { factor: Number(factor), overrides };
}
