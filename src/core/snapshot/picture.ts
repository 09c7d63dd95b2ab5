/** Stands for a message of the user that is a picture and nothing else: what it showed is in no record. */
export const onlyPicture = '[only a picture, no words]';

const placeholder = /^(?:\[(?:image|screenshot|picture)(?: ?#?\d{1,4})?\]\s{0,4}){1,20}$/i;

/** True for what a client writes in place of pictures, where no word stands beside. */
export function isPicture(text: string): boolean {
  return text.length < 400 && (text === onlyPicture || placeholder.test(text));
}
