import { UNCONFINED } from './launch-order.js';
import type { LaunchOrder } from './launch-order.js';
import { ConfinementUnavailable, confine, limitResources } from './confine.js';

/**
 * The program that every decoding begins with: it gives away what decoding does not need and then becomes the process
 * that decodes. Only so are the threads of Node confined too, which exist before the first line of a program runs.
 */
const order = JSON.parse(process.argv[2]!) as LaunchOrder;
limitResources(order.cpuSeconds);
try {
  confine(order.readable);
} catch (error) {
  if (!(error instanceof ConfinementUnavailable)) throw error;
  process.stderr.write(`${UNCONFINED}${error.message}\n`);
  if (order.required && process.platform === 'linux') process.exit(1);
}
// Without an empty configuration of its own, OpenSSL would not start where it cannot read that of the system.
process.execve!(process.execPath, [process.execPath, ...order.arguments], { OPENSSL_CONF: '/dev/null' });
