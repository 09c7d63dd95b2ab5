import { describe, expect, it } from 'vitest';
import { idFromTitle } from '../../../src/core/ticket/new-text.ts';

describe('an id made of a title', () => {
  it.each([
    ['Größe über alles', 'grosse-uber-alles'],
    ['STRASSE, Straße, ẞ', 'strasse-strasse-ss'],
    ['Łódź, smørrebrød, œuvre, æther, đ', 'lodz-smorrebrod-oeuvre-aether-d'],
    ['日本語', 'ticket'],
  ])('of %s loses no letter of a Latin word', (title, id) => {
    expect(idFromTitle(title, () => false)).toBe(id);
  });
});
