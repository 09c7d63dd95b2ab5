/** A value that is made at its first use: what stands at the top of a module is paid by every process that loads it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
