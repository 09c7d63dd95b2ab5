/** The server's code of an error; undefined for an error of the connection, whose code can have five letters as well (`EPIPE`). */
export function sqlState({ code }: { code?: unknown }): string | undefined {
  return typeof code === 'string' && /^[0-9FHPX][0-9A-Z]{4}$/.test(code) ? code : undefined;
}
