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
  /** Counts only requests from networks in which the account was used before (`known`), or only from others (`unknown`). */
  places?: 'known' | 'unknown';
  /** Counts per process instead of in the shared store: for frequent, cheap requests. */
  local?: boolean;
  /**
   * Counts only failed attempts. Above the limit, each further attempt has to wait twice as long as the one before, but at
   * most MAX_PAUSE_SECONDS, so that an attacker cannot lock the owner of an account out for a day.
   */
  failures?: boolean;
  /**
   * Counts only wrong passwords as failures. A success does not delete the count, because requests of these flows can also
   * succeed without a password.
   */
  wrongPasswords?: boolean;
  /** While the shared store is unreachable, all requests pass. Rules without this option are then counted per process. */
  open?: boolean;
}

const MINUTE = 60;
const QUARTER_HOUR = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MAX_PAUSE_SECONDS = QUARTER_HOUR;
/** @param beyond the number of failures from the last allowed failure on: 1 for that failure, 2 for the next */
export const pauseSeconds = (beyond: number) => Math.min(2 ** Math.min(beyond, 20), MAX_PAUSE_SECONDS);

const ip = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({ count, seconds, by: 'ip', ...more });
const account = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({
  ...ip(count, seconds, more),
  by: 'account',
});

/** All limits, as `flow.name`. RATE_LIMITS overrides single limits, RATE_LIMIT_FACTOR multiplies all others. */
export const RULES = {
  'login.ip': ip(30, QUARTER_HOUR),
  'login.account': { count: 5, seconds: QUARTER_HOUR, by: 'account-at', failures: true },
  // Counts the failures from all networks together. Otherwise an attacker with a thousand networks could guess a thousand
  // times as fast.
  'login.day': account(100, DAY, { failures: true, places: 'unknown' }),
  // Has its own count, so that failures from elsewhere do not lock the owner out. The thief of a session can make many
  // networks known, because each refresh makes its network known.
  'login.known': account(100, DAY, { failures: true, places: 'known' }),
  'second-factor.ip': ip(30, QUARTER_HOUR),
  // There is no rule across all networks, because the `accounts` context itself counts the wrong codes of all networks: they
  // pause a second factor, and end a set-up.
  'second-factor.account': { count: 5, seconds: QUARTER_HOUR, by: 'account-at', failures: true },
  'second-factor-change.ip': ip(30, QUARTER_HOUR),
  // The rule counts across all networks, because the thief of a session can use many.
  'second-factor-change.account': account(10, QUARTER_HOUR),
  'password-check.day': account(20, DAY, { failures: true, wrongPasswords: true }),
  'register.ip': ip(5, HOUR),
  'register.day': ip(20, DAY),
  'reset-request.ip': ip(10, HOUR),
  'mailed-token.ip': ip(20, QUARTER_HOUR),
  // The command itself limits the verification mails of an account, by the time of the last mail.
  'verification.ip': ip(20, HOUR),
  'refresh.ip': ip(120, QUARTER_HOUR),
  'refresh.account': account(30, QUARTER_HOUR),
  'change-password.account': account(5, QUARTER_HOUR),
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
  // High, because a withdrawal must not be refused. The command itself limits the mails that confirm a withdrawal.
  'withdrawal.ip': ip(200, HOUR),
  'withdrawal.account': account(200, HOUR),
  // Also for guests. High, because every visitor may report content (Art. 16 DSA). The mails about reports have their own
  // limits.
  'report.ip': ip(30, HOUR),
  'report.account': account(10, HOUR),
  'policy-report.ip': ip(30, MINUTE, { local: true }),
  'admin.account': account(60, MINUTE),
  // The following rules count mails of all kinds to unproven addresses.
  'unproven-mail.ip': { count: 5, seconds: HOUR, by: 'mail-network' },
  // Without this rule, a few networks could use up the daily limit of the shop.
  'unproven-mail.day': { count: 10, seconds: DAY, by: 'mail-network' },
  'unproven-mail.recipient': { count: 5, seconds: DAY, by: 'mailbox' },
  'unproven-mail.shop': { count: 500, seconds: DAY, by: 'shop' },
  // Endpoints that are not `@Unlimited` and have no limit above, and all requests with an access token (limits.guard.ts).
  'read.ip': ip(1_200, MINUTE, { local: true }),
  'write.ip': ip(240, MINUTE, { local: true }),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
/** The part of a rule's name before the dot: the requests that the rule counts. */
export type Flow = RuleName extends infer Name ? (Name extends `${infer First}.${string}` ? First : never) : never;

/**
 * The flows of signed-in users whose requests check the password. They also have the limits of `password-check`, which
 * counts them together. Otherwise the thief of a session could guess the password in each flow.
 */
export const PASSWORD_CHECKS: readonly Flow[] = ['change-password', 'second-factor-change', 'delete-account'];

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
