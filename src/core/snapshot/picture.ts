/** Stands for a message of the user that is a picture and nothing else: what it showed is in no record. */
export const onlyPicture = '[only a picture, no words]';

const placeholder = /^(?:\[(?:image|screenshot|picture)(?: ?#?\d{1,4})?\]\s{0,4}){1,20}$/i;

/** The same for a message that is a file, such as a PDF. */
export const onlyFile = '[only a file, no words]';

/** What stands for a message without words, such as what a client writes in place of pictures; undefined for one with words. */
export function standsForNoWords(text: string): string | undefined {
  if (text === onlyFile) return onlyFile;
  return text.length < 400 && (text === onlyPicture || placeholder.test(text))
    ? onlyPicture
    : undefined;
}
