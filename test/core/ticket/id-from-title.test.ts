import { describe, expect, it } from 'vitest';
import { idFromTitle } from '../../../src/core/ticket/id-from-title.ts';
import { isFileId } from '../../../src/core/ticket/new-text.ts';
import { makeCliMachine } from '../../entry/cli/machine.ts';

const free = (): boolean => false;

describe('an id made of a title', () => {
  it.each([
    ['Größe über alles', 'grosse-uber-alles'],
    ['STRASSE, Straße, ẞ', 'strasse-strasse-ss'],
    ['Łódź, smørrebrød, œuvre, æther, đ', 'lodz-smorrebrod-oeuvre-aether-d'],
    ["Don't rename iPhone keys", 'don-t-rename-iphone-keys'],
    ['修复登录页面', 'xiu-fu-deng-lu-ye-mian'],
    ['ガード', 'gado'],
    ['Починить вход', 'pochinit-vkhod'],
    ['로그인 수정', 'lo-geu-in-su-jeong'],
    ['إصلاح API', 'slh-api'],
    ['🎉', 'ticket'],
  ])('of %s has its words in Latin letters', (title, id) => {
    expect(idFromTitle(title, free)).toBe(id);
    expect(idFromTitle(title.normalize('NFD'), free)).toBe(id);
  });

  it('tells titles apart in every script, and can be the name of a file', () => {
    const titles = [
      '日本語',
      '日本',
      'วันนี้',
      'วันที่',
      'नमस्ते',
      'दुनिया',
      'שלום',
      'עולם',
      'Γειά',
      'Κόσμε',
    ];
    const ids = titles.map((title) => idFromTitle(title, free));
    expect(new Set(ids).size).toBe(titles.length);
    for (const id of ids) expect([id, isFileId(id)]).toEqual([id, true]);
    expect(ids).not.toContain('ticket');
  });

  it('is the same by the command line that ships', () => {
    const machine = makeCliMachine();
    try {
      for (const title of ['Straße reparieren', '計画を直す', 'Починить вход']) {
        const { out } = machine.run(['ticket', 'new', title]);
        expect(out).toContain(`Created ticket ${idFromTitle(title, free)}:`);
      }
    } finally {
      machine.remove();
    }
  });
});
