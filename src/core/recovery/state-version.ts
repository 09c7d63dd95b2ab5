/** Changes with every change of what the journal's fold keeps, so that a kept one of another version is made anew. */
export const stateVersion = 10;
