/** Why tool events are needed where only the guard asks for them, which looks at calls before they run and at nothing else. */
export const guardReason = 'active guard (main session)';
