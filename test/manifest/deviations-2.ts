import type { Deviations } from './manifest.ts';

/** Cases from 34 on, and all demands. */
export const deviations2: Deviations = {
  'case 56':
    'Part: a refused command is held back once nothing is open any more. It is while a recovery is open, and in every session where the setting guard is ask or deny; else tool events start nothing, and the refusal stands word for word among the rules.',
  'case 68':
    'Part: warnings at several levels of fill. There is one, at the setting compactionNotice, once a window, and only where the client tells how full the context is; the fill is shown by the status command too.',
  R19: 'Part: judging the answers. They must be given where the task asks for them, and the agent answers for itself; a judge with a model comes later.',
  R28: 'Part: judged with a model. That comes later; every badly behaved policy is run against the real client.',
  R34: 'Part: “never by default”. Where the session has a task in a tracker, or there is a hand-over form, our order takes the place of the client’s, since two forms in one request contradict each other; the summary before is carried over, as are the texts of other plugins, and the setting `add` leaves the client’s in place. Seen on the real client.',
};
