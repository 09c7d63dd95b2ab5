import { addAnswerCommand } from '../cli/answer.ts';
import { addBrief } from '../cli/brief.ts';
import { addEvidence } from '../cli/evidence.ts';
import { addHandoff } from '../cli/handoff.ts';
import { addMemory } from '../cli/memory.ts';
import { addNoteCommand } from '../cli/note.ts';
import { addRecall } from '../cli/recall.ts';
import { addRules } from '../cli/rules.ts';
import { addTicket } from '../cli/ticket.ts';
import { addWorkflow } from '../cli/workflow.ts';

/** The commands behind the tools and resources. */
export const toolCommands = [
  addBrief,
  addNoteCommand,
  addAnswerCommand,
  addRecall,
  addRules,
  addEvidence,
  addMemory,
  addHandoff,
  addTicket,
  addWorkflow,
];
