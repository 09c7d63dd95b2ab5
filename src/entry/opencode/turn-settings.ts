import type { ClientMessage, PromptBody } from './client.ts';

/** With what a turn runs: a prompt without them would run with the client's defaults, an agent that may write among them. */
export type TurnSettings = Pick<PromptBody, 'agent' | 'model' | 'variant'>;

/** Agent, model and variant of the session's newest prompt; empty where it has none. */
export function turnSettings(messages: readonly ClientMessage[]): TurnSettings {
  const prompts = messages.filter(({ info }) => info.role === 'user' && info.agent !== undefined);
  const own = prompts.findLast(({ parts }) => parts.every(({ type }) => type !== 'compaction'));
  return settingsIn((own ?? prompts.at(-1))?.info);
}

/** The same of one message. */
export function settingsIn(info: ClientMessage['info'] | undefined): TurnSettings {
  if (info === undefined) return {};
  const { agent, model } = info;
  const variant = info.variant ?? model?.variant;
  return {
    ...(typeof agent === 'string' ? { agent } : {}),
    ...(model === undefined
      ? {}
      : { model: { providerID: model.providerID, modelID: model.modelID } }),
    ...(typeof variant === 'string' ? { variant } : {}),
  };
}
