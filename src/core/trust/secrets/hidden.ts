/** What shows as nothing, the colours of terminals included; of two units the first. */
const hidden =
  /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\udb40]/;

/** True where something in the text shows as nothing, and could stand inside of a secret. */
export const hidesSomething = (text: string): boolean => hidden.test(text);

/** Each stretch that shows as nothing. */
export const hiddenRuns = (): RegExp =>
  /\u001b(?:\[[0-9;?]{0,20}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)?)|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g;
