import { UNCONFINED } from './launch-order.js';
import type { LaunchOrder } from './launch-order.js';
import { ConfinementUnavailable, confine, limitResources } from './confine.js';

/**
 * The first program of every decoding process. It drops all permissions that decoding does not need, then replaces itself with
 * the decoding program by execve. Without execve Node's threads, which start before any program code, would not be confined.
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
// The process cannot read the system's OpenSSL configuration, so it gets an empty one.
process.execve!(process.execPath, [process.execPath, ...order.arguments], { OPENSSL_CONF: '/dev/null' });
