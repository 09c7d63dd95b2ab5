import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rig } from './rig.ts';

/** A plan written into the client's plans folder and accepted by the person, as its record tells it. Returns its path. */
export function acceptPlan(rig: Rig, name: string, plan: string, folder?: string): string {
  const plans = folder ?? join(rig.home, '.claude', 'plans');
  const path = join(plans, name);
  mkdirSync(plans, { recursive: true });
  writeFileSync(path, plan);
  const id = `toolu_plan_${name}`;
  const text = `User has approved your plan. You can now start coding.\nYour plan has been saved to: ${path}\n\n## Approved Plan:\n${plan}`;
  rig.callRows(
    id,
    'ExitPlanMode',
    { plan, planFilePath: path },
    { text, structured: { plan, isAgent: false, filePath: path } },
  );
  return path;
}
