/** So many requests in so many seconds. */
export interface Rule {
  count: number;
  seconds: number;
  /**
   * What is counted: requests of a network (`ip`; in IPv6 a /64, and ten times as many for a /48), for an account, or for an
   * account from one network (`account-at`). The last three count mails, not requests (platform/unproven-mail.ts).
   */
  by: 'ip' | 'account' | 'account-at' | 'mail-network' | 'mailbox' | 'shop';
  /** Not counted where the owner of the account has signed in before (accounts/known-places.ts). */
  exceptKnownPlaces?: boolean;
  /** Counted in this process alone: for what is asked often and costs little. */
  local?: boolean;
  /**
   * Only failures count, and what follows the last one allowed has to wait, twice as long each time: never for longer
   * than LONGEST_PAUSE_SECONDS, so that nobody can lock somebody else out for a day.
   */
  failures?: boolean;
  /** Without the shared store everybody comes in; otherwise each process then counts for itself. */
  open?: boolean;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const LONGEST_PAUSE_SECONDS = QUARTER;
/** @param beyond how many failures there were since the last one allowed, itself included */
export const pauseSeconds = (beyond: number) => Math.min(2 ** Math.min(beyond, 20), LONGEST_PAUSE_SECONDS);

const ip = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({ count, seconds, by: 'ip', ...more });
const account = (count: number, seconds: number, more: Partial<Rule> = {}): Rule => ({
  ...ip(count, seconds, more),
  by: 'account',
});

/** All limits, as `flow.name`. RATE_LIMITS changes single ones, RATE_LIMIT_FACTOR widens them all. */
export const RULES = {
  'login.ip': ip(30, QUARTER),
  'login.account': { count: 5, seconds: QUARTER, by: 'account-at', failures: true },
  // Over all places together, or a thousand of them would guess a thousand times as fast.
  'login.day': account(100, DAY, { failures: true, exceptKnownPlaces: true }),
  'second-factor.ip': ip(30, QUARTER),
  // The ceiling over all places is the second factor's own.
  'second-factor.account': { count: 5, seconds: QUARTER, by: 'account-at', failures: true },
  'register.ip': ip(5, HOUR),
  'register.day': ip(20, DAY),
  'reset-request.ip': ip(10, HOUR),
  'mailed-token.ip': ip(20, QUARTER),
  // Verification mails per account are limited where they are asked for: the command knows when the last one went out.
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
  // One pattern has up to five files and as many pictures, and they are replaced now and then.
  'upload.ip': ip(100, HOUR),
  'upload.account': account(200, DAY),
  // One export in 24 hours is a rule of the privacy context; this keeps somebody from asking for the refusal all day.
  'export.account': account(10, HOUR),
  'delete-account.account': account(3, HOUR),
  'newsletter.ip': ip(10, HOUR),
  // A declaration is never refused; what may not be repeated at will is the mail, and the command sees to that.
  'withdrawal.ip': ip(200, HOUR),
  'withdrawal.account': account(200, HOUR),
  'report.account': account(10, HOUR),
  'policy-report.ip': ip(30, MINUTE, { local: true }),
  'admin.account': account(60, MINUTE),
  // Mails to addresses that their sender has not proven, of all kinds together.
  'unproven-mail.ip': { count: 5, seconds: HOUR, by: 'mail-network' },
  'unproven-mail.recipient': { count: 5, seconds: DAY, by: 'mailbox' },
  'unproven-mail.shop': { count: 500, seconds: DAY, by: 'shop' },
  // Every other call.
  'read.ip': ip(1_200, MINUTE, { local: true }),
  'write.ip': ip(240, MINUTE, { local: true }),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export type Flow = RuleName extends infer Name ? (Name extends `${infer First}.${string}` ? First : never) : never;

export interface LimitSettings {
  factor: number;
  overrides: Partial<Record<RuleName, Pick<Rule, 'count' | 'seconds'>>>;
}

/** The rules as they are in force. */
export function rulesUnder({ factor, overrides }: LimitSettings): Record<RuleName, Rule> {
  return Object.fromEntries(
    (Object.entries(RULES) as [RuleName, Rule][]).map(([name, rule]) => [
      name,
      { ...rule, count: Math.ceil(rule.count * factor), ...overrides[name] },
    ]),
  ) as Record<RuleName, Rule>;
}

const OVERRIDE = /^([a-z-]+\.[a-z]+)=([1-9]\d{0,8})\/([1-9]\d{0,6})$/;

/** Reads RATE_LIMITS and RATE_LIMIT_FACTOR, e.g. `login.ip=10/60,view.ip=600/60` and `50`. */
export function readLimits(list = '', factor = '1', problems: string[] = []): LimitSettings {
  const overrides: LimitSettings['overrides'] = {};
  for (const part of list.split(',').map((one) => one.trim())) {
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
