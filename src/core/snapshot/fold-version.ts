/** Changes with every change of what a fold keeps, so that a kept fold of another version is made anew. */
export const foldVersion = 15;
