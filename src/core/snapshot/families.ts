import { assignment } from './assignment.ts';
import { attempts } from './attempts.ts';
import { choices } from './choices.ts';
import { commands } from './commands.ts';
import { decisions } from './decisions.ts';
import { deferred } from './deferred.ts';
import { errors } from './errors.ts';
import { exchanges } from './exchanges.ts';
import { files } from './files.ts';
import { git } from './git.ts';
import { inFlight } from './in-flight.ts';
import { instructions } from './instructions.ts';
import { mode } from './mode.ts';
import { notDone } from './not-done.ts';
import { outside } from './outside.ts';
import { questions } from './questions.ts';
import { references } from './references.ts';
import { refusals } from './refusals.ts';
import { skills } from './skills.ts';
import { stands } from './stands.ts';
import { tests } from './tests.ts';
import { todos } from './todos.ts';
import { tracked } from './tracked.ts';
import { turn } from './turn.ts';
import { userMessages } from './user-messages.ts';
import { works } from './works.ts';

/** Every family by the name of its part in the state, in the order in which they are stepped. */
export const families = {
  userMessages,
  questions,
  mode,
  files,
  tests,
  errors,
  todos,
  inFlight,
  attempts,
  commands,
  decisions,
  choices,
  git,
  skills,
  references,
  turn,
  assignment,
  tracked,
  instructions,
  exchanges,
  refusals,
  works,
  outside,
  notDone,
  deferred,
  stands,
};

export type FamilyName = keyof typeof families;

/** The state of every family. */
export type FamilyStates = { [N in FamilyName]: ReturnType<(typeof families)[N]['initial']> };
