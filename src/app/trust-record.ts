import * as v from 'valibot';

const trustRecord = v.object({
  version: v.literal(1),
  project: v.string(),
  time: v.string(),
  /** SHA-256 of each trusted file, by path relative to the project. */
  files: v.record(v.string(), v.string()),
  /** Files whose later edits are trusted as well, by the same paths. */
  edits: v.optional(v.array(v.string())),
});

export type TrustRecord = v.InferOutput<typeof trustRecord>;

/** What a person trusts in a project. */
export type Trusted = Pick<TrustRecord, 'files' | 'edits'>;

/** What the text of a project's record says; nothing where it is not one, or another project's. */
export function trustedIn(text: string, project: string): Trusted {
  try {
    const parsed = v.safeParse(trustRecord, JSON.parse(text));
    return parsed.success && parsed.output.project === project ? parsed.output : { files: {} };
  } catch {
    return { files: {} };
  }
}
