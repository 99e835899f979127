import { decodingConfined } from '#backend/platform/telemetry/metrics.js';
import sharp from 'sharp';
import { reEncodeImage } from '../pictures/re-encode-image.js';
import { checkDecoding } from './check-decoding.js';

const metricValue = async () => (await decodingConfined.get()).values[0]?.value;
const createLogger = () => ({ log: jest.fn(), warn: jest.fn(), error: jest.fn() });

describe('checkDecoding', () => {
  it('logs no warning when the kernel confines the decoding process', async () => {
    const log = createLogger();
    await checkDecoding(true, log);
    expect([log.error, log.warn].flatMap(({ mock }) => mock.calls as unknown[])).toEqual([]);
    expect(await metricValue()).toBe(1);
  });

  it.each([
    ['an error', true, 'error'],
    ['a warning', false, 'warn'],
  ] as const)(
    'logs %s when the kernel cannot confine the process (confinement required: %s)',
    async (_, required, level) => {
      const log = createLogger();
      await checkDecoding(required, log, () => Promise.reject(new Error('not confined: Landlock is missing')));
      expect(log[level].mock.calls).toHaveLength(1);
      expect(log[level].mock.calls[0]![0]).toEqual({ reason: 'not confined: Landlock is missing' });
      expect(await metricValue()).toBe(0);
      // The next confined decoding sets the metric to 1 again.
      await reEncodeImage(
        await sharp({ create: { width: 2, height: 2, channels: 3, background: 'white' } })
          .png()
          .toBuffer(),
        {
          confined: 'required',
        },
      );
      expect(await metricValue()).toBe(1);
    },
  );
});
