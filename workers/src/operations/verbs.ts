import type { Verb } from './verb.js';
import { discardEvent } from './verbs/discard-event.js';
import { listEvents } from './verbs/list-events.js';
import { deleteAccount } from './verbs/delete-account.js';
import { exportData } from './verbs/export-data.js';
import { reconcile } from './verbs/reconcile.js';
import { replayEvents } from './verbs/replay-events.js';
import { resetSecondFactor } from './verbs/reset-second-factor.js';
import { rotateKeys } from './verbs/rotate-keys.js';
import { showEvent } from './verbs/show-event.js';
import { sweepCopies } from './verbs/sweep-copies.js';
import { tidy } from './verbs/tidy.js';

/** All subcommands of the operators' command-line tool, in the order of its help. */
export const VERBS: readonly Verb[] = [
  listEvents,
  showEvent,
  replayEvents,
  discardEvent,
  reconcile,
  rotateKeys,
  resetSecondFactor,
  exportData,
  deleteAccount,
  sweepCopies,
  tidy,
];
