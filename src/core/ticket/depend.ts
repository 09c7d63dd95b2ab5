/** A ticket as far as it matters for what depends on what. */
export interface Depending {
  id: string;
  dependsOn: readonly string[];
}

/** Ids that go round in a circle, each circle once, beginning with its smallest id; in order. */
export function cyclesIn(tickets: readonly Depending[]): string[][] {
  // Where an id is there twice, what both depend on counts.
  const byId = new Map<string, { dependsOn: string[] }>();
  for (const { id, dependsOn } of tickets) {
    byId.set(id, { dependsOn: [...(byId.get(id)?.dependsOn ?? []), ...dependsOn] });
  }
  const state = new Map<string, 'open' | 'closed'>();
  const found = new Map<string, string[]>();
  for (const { id } of [...tickets].sort((a, b) => (a.id < b.id ? -1 : 1))) visit(id);
  return [...found.values()];

  // Without recursion: a long chain of tickets must not exhaust the stack.
  function visit(start: string): void {
    const path: { id: string; next: number }[] = [];
    enter(start);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const next = byId.get(top.id)?.dependsOn[top.next];
      top.next += 1;
      if (next === undefined) {
        state.set(top.id, 'closed');
        path.pop();
      } else enter(next);
    }

    function enter(id: string): void {
      if (!byId.has(id) || state.get(id) === 'closed') return;
      if (state.get(id) === 'open') {
        const circle = path.slice(path.findIndex((each) => each.id === id)).map((each) => each.id);
        const smallest = circle.reduce(
          (least, each, at) => (each < circle[least]! ? at : least),
          0,
        );
        const turned = [...circle.slice(smallest), ...circle.slice(0, smallest)];
        found.set(turned.join(' '), turned);
        return;
      }
      state.set(id, 'open');
      path.push({ id, next: 0 });
    }
  }
}
