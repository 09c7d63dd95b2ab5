import { parseTicket } from '../ticket/parse.ts';
import { putTogether } from '../ticket/raw-lines.ts';

/**
 * A stranger's ticket without the power to start workers, which only the user here can give. Undefined where it still reads as
 * one that has it.
 */
export function withoutPowers(text: string, path: string): string | undefined {
  const { ticket, layout, lines, bom } = parseTicket(text, path);
  if (!ticket.mayStartWorkers) return text;
  const spans = layout.keys.filter(({ key }) => key === 'may_start_workers');
  const left = lines.filter((_, at) => !spans.some((span) => at >= span.at && at < span.end));
  const clean = putTogether({ bom, lines: left });
  return parseTicket(clean, path).ticket.mayStartWorkers ? undefined : clean;
}
