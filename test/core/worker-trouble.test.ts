import { describe, expect, it } from 'vitest';
import { isOutOfMeans, troubleOfStatus, troubleOfWords } from '../../src/core/worker/trouble.ts';

describe('a failure that a retry cannot fix', () => {
  it.each([
    'OAuth token has expired. Please obtain a new token or refresh your existing token.',
    'OAuth token revoked · Please run /login',
    'Your access token could not be refreshed because your refresh token was already used.',
    'No auth type is selected. Please configure an auth type before running in non-interactive mode.',
    'Please set an Auth method in your settings.json or specify an environment variable.',
    'Your session has expired.',
    'Invalid API key · Please run /login',
  ])('is the key’s: %s', (text) => {
    expect(troubleOfWords(text)).toBe('credentials');
  });

  it.each([
    'insufficient_quota',
    'You exceeded your current quota, please check your plan and billing details.',
    'Credit balance is too low',
    'ProviderModelNotFoundError',
    'ProviderInitError',
    'Model not found: acme/large-9.',
    'The model `large-9` does not exist or you do not have access to it.',
    'model_not_found',
  ])('is the set-up’s: %s', (text) => {
    expect(troubleOfWords(text)).toBe('setup');
  });

  it('is told from a limit that passes, whatever the status', () => {
    expect(troubleOfStatus(429)).toBe('limit');
    expect(troubleOfStatus(402)).toBe('setup');
    expect(isOutOfMeans('429 insufficient_quota')).toBe(true);
    expect(isOutOfMeans('429 rate limit reached, try again in 20 s')).toBe(false);
  });

  it.each([
    'The server had an error while processing your request.',
    'stream disconnected before completion',
    'Unexpected token < in JSON at position 0',
    'Rate limit reached for tokens per minute.',
  ])('is not seen in what may pass: %s', (text) => {
    expect(troubleOfWords(text)).toBeUndefined();
  });
});
