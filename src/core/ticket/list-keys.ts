/** Keys of the front matter that hold a list. */
export const listKeys = ['scope', 'success', 'files_to_load', 'validation', 'depends_on'];
