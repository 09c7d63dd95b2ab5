/** Who did something, as the glossary calls them: in the state and in JSON the user is a `person`. */
export function userWord(by: string): string {
  return by === 'person' ? 'user' : by;
}
