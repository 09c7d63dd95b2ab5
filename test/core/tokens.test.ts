import { describe, expect, it } from 'vitest';
import { aboutTokens } from '../../src/core/text/tokens.ts';

describe('about how many tokens a text takes', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['four words of prose.', 5],
    ['Größe', 2],
    ['計画を読む', 5],
    ['Привет', 3],
    ['😀', 1],
  ])('%j: %i', (text, tokens) => {
    expect(aboutTokens(text)).toBe(tokens);
  });
});
