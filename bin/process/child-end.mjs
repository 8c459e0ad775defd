/** Resolves with the reason when a child has ended, or could not begin. @param {import("node:child_process").ChildProcess} child @returns {Promise<string>} */
export function endOf(child) {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) =>
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`),
    );
  });
}
