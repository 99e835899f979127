import { UNCONFINED } from './launch-order.js';
import type { LaunchOrder } from './launch-order.js';
import { ConfinementUnavailable, confine, limitResources } from './confine.js';

/**
 * The first program of every decoding process: drops all permissions that decoding does not need, then replaces itself by
 * the decoding program with execve. Only this way Node's threads, which start before any program code, are confined as well.
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
// OpenSSL needs an empty configuration, because it cannot read the one of the system.
process.execve!(process.execPath, [process.execPath, ...order.arguments], { OPENSSL_CONF: '/dev/null' });
