import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStepToken, stepTokenStart } from '../../../src/core/trust/own-token.ts';
import { redact, redactDeep } from '../../../src/core/trust/redact.ts';

const sign = fc.constantFrom(...'ABCXYZabcxyz0123456789_-');
const token = fc
  .array(sign, { minLength: 20, maxLength: 120 })
  .map((signs) => `${stepTokenStart}${signs.join('')}`);

describe('the continue token of a workflow', () => {
  it('stays word for word wherever it is told or stored', () => {
    fc.assert(
      fc.property(token, (value) => {
        const texts = [
          `holdfast workflow next --token ${value}`,
          `its continue token: \`${value}\``,
          `token=${value}`,
          `its continue token: \`holdfast workflow next --token ${value}\``,
          JSON.stringify({ token: value }),
          JSON.stringify(JSON.stringify({ token: value })),
          JSON.stringify({ command: `holdfast workflow next --token ${value}` }),
        ];
        expect(texts.map((text) => redact(text))).toEqual(texts);
        expect(redactDeep({ token: value, view: { token: value } })).toEqual({
          token: value,
          view: { token: value },
        });
      }),
    );
  });

  it('opens no way for another secret: only the very form of it passes', () => {
    const secret = 'Zk3v9Qm2Xc7Lp1T0';
    for (const text of [
      `--token ${secret}`,
      `token: "x${stepTokenStart}${secret}"`,
      `token: hfw2-${secret}`,
      `{"password": "hfw1-${secret}"}`,
      `api_key=hfw1-${secret}`,
    ]) {
      expect(redact(text)).not.toContain(secret);
    }
    expect(isStepToken(`${stepTokenStart}${secret} more`)).toBe(false);
  });
});
