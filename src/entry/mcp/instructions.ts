/** On hosts that build these anew with every request they outlive a summary. */
export const serverInstructions =
  'When the conversation was summarised or you are unsure where the work stands, call the tool `resume` before anything else.';
