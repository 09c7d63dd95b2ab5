import * as v from 'valibot';

const trustRecord = v.object({
  version: v.literal(1),
  project: v.string(),
  time: v.string(),
  /** SHA-256 of each trusted file, by path relative to the project. */
  files: v.record(v.string(), v.string()),
});

export type TrustRecord = v.InferOutput<typeof trustRecord>;

/** The hashes that the text of a project's record names; none where it is not one, or another project's. */
export function hashesIn(text: string, project: string): Record<string, string> {
  try {
    const parsed = v.safeParse(trustRecord, JSON.parse(text));
    return parsed.success && parsed.output.project === project ? parsed.output.files : {};
  } catch {
    return {};
  }
}
