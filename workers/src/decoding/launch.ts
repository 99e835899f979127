import { UNCONFINED } from './launch-order.js';
import type { LaunchOrder } from './launch-order.js';
import { ConfinementUnavailable, confine, limitResources, openOwnStatus } from './confine.js';

/**
 * The first program of every decoding process. It drops all permissions that decoding does not need, then replaces itself
 * with the decoding program by execve. Node starts threads before the code of a program runs, and `confine` confines only
 * the current thread. execve ends all other threads, and the threads of the decoding program inherit the confinement.
 */
const order = JSON.parse(process.argv[2]!) as LaunchOrder;
limitResources(order.cpuSeconds);
const status = openOwnStatus();
try {
  confine(order.readable);
} catch (error) {
  if (!(error instanceof ConfinementUnavailable)) throw error;
  process.stderr.write(`${UNCONFINED}${error.message}\n`);
  if (order.required && process.platform === 'linux') process.exit(1);
}
// The process cannot read the system's OpenSSL configuration, so the process gets an empty configuration.
process.execve!(process.execPath, [process.execPath, ...order.arguments, String(status)], {
  OPENSSL_CONF: '/dev/null',
});
