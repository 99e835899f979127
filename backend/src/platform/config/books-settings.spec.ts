import { loadConfig } from './config.js';

const read = (env: Record<string, string>) => loadConfig({ needs: ['books'], env }).books.datev;

describe('the settings for DATEV', () => {
  it('have the accounts of the chosen standard chart, and refuse the export until adviser and client number are set', () => {
    expect(read({})).toMatchObject({ chart: 'SKR03', consultant: null, client: null, accountLength: 4 });
    expect(read({}).accounts.domestic).toEqual({ account: '8400', key: null });
    expect(read({ DATEV_CHART: 'SKR04' }).accounts).toMatchObject({
      domestic: { account: '4400' },
      oss: { account: '4331' },
      receipts: { account: '1460' },
    });
  });

  it('can name another account and tax key for each tax case', () => {
    const { accounts } = read({ DATEV_ACCOUNTS: 'oss=8320:0240, receipts=10000' });
    expect([accounts.oss, accounts.receipts, accounts.domestic.account]).toEqual([
      { account: '8320', key: '0240' },
      { account: '10000', key: null },
      '8400',
    ]);
  });

  it.each([
    ['DATEV_CHART', 'SKR49'],
    ['DATEV_CONSULTANT', '99'],
    ['DATEV_CLIENT', '100000'],
    ['DATEV_ACCOUNT_LENGTH', '9'],
    ['DATEV_ACCOUNTS', 'elsewhere=8400'],
    ['DATEV_ACCOUNTS', 'oss=84'],
  ])('are refused with the name of the setting: %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
