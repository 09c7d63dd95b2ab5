interface ShellEnvironment {
  env: Record<string, string>;
}

/**
 * A plugin for the client of a worker: commands of the agent do not get the password of the server that they run under, with
 * which they could answer their own requests.
 */
export default {
  id: 'holdfast-worker-shell',
  server: async () => ({
    'shell.env': async (_: unknown, shell: ShellEnvironment) => {
      shell.env.OPENCODE_SERVER_PASSWORD = '';
    },
  }),
};
