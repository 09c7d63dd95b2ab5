import { loadConfig } from '../../app/config/load-config.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import type { CliContext } from './context.ts';

/** A person's own patterns of what is a secret. */
export function redactionPatterns(context: CliContext): readonly RegExp[] {
  const { config } = loadConfig(
    context.install.disk,
    { userConfig: context.userConfig, project: context.project },
    context.paths.trust,
  );
  return compilePatterns(config.redact).patterns;
}
