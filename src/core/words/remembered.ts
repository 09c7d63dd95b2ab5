const most = 300;

/** A function of a text that keeps what it made of the texts asked last, for those that are asked about again and again. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let made = known.get(text);
    if (made !== undefined) return made;
    if (known.size >= most) known.clear();
    made = make(text);
    known.set(text, made);
    return made;
  };
}
