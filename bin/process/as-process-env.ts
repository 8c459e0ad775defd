/** The environment of a child process. Next's types require NODE_ENV in each one, which a child that is not Next need not have. */
export function asProcessEnv(env: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return env as NodeJS.ProcessEnv;
}
