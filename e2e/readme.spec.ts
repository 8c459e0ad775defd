import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { startService } from "../test/service/start-service";

test("the shell session of README.md works against the demo", async () => {
  const service = await startService();
  try {
    const readme = await readFile("README.md", "utf8");
    const session = /```bash\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
    const script = session
      .replace("http://127.0.0.1:3000", service.baseUrl)
      .replace(".data/demo.json", `${service.dataDir}/demo.json`);
    const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script]);
    const answers = stdout
      .split(/(?<=\})(?=\{)|\n/)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line));
    expect(stdout).toMatch(/^approved$/m);
    expect(answers.length).toBeGreaterThanOrEqual(6);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => "success"));
    expect(stdout).toContain('"status":"declined"');
  } finally {
    await service.stop();
  }
});
