import type { AskHost } from '../../core/install/hook-trust.ts';

/** Begins a conversation with the client's own server, or goes on with one. */
export async function greet(ask: AskHost): Promise<void> {
  const clientInfo = { name: 'holdfast', title: 'Holdfast', version: '0' };
  try {
    await ask('initialize', { clientInfo });
  } catch (error) {
    // The server is greeted once, and says so the second time.
    if (!/already initialized/i.test(String(error))) throw error;
  }
}
