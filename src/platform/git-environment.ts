/** Without the variables by which a calling git (a commit hook, say) would point at another repository. */
export function cleanGitEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const clean: NodeJS.ProcessEnv = { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' };
  for (const name of Object.keys(clean)) {
    if (
      /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|OBJECT_DIRECTORY|NAMESPACE)$/.test(name)
    ) {
      delete clean[name];
    }
  }
  return clean;
}
