/** Works through items, so many at a time, and gives the results in the order of the items. */
export async function pool<Item, Value>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}
