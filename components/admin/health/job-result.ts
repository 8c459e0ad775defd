import type { ServiceHealth } from "./queries";

type Run = Pick<ServiceHealth["jobs"][number], "result" | "failure" | "startedAt">;

/** The name of a count in words: `issuerEvents` as "issuer events". */
const inWords = (name: string) => name.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);

/** The result of a job's last run, or why it failed; most runs find nothing to do. */
export function resultText({ result, failure, startedAt }: Run): string {
  if (failure !== null) return failure;
  const done = Object.entries(result)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${inWords(name)} ${count.toLocaleString("en-US")}`);
  if (done.length > 0) return done.join(", ");
  return startedAt === null ? "" : "nothing";
}
