/** The number by which colours of this process are known; nobody outside of it can guess it. */
export const ownStyle = String(100_000_000 + Math.floor(Math.random() * 900_000_000));
